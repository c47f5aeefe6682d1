import { typeable } from '../lib/text.ts';

/** Notification sequences: of iTerm2 and others (OSC 9), of urxvt and others (OSC 777), of kitty (OSC 99). */
export const NOTIFICATION_KINDS = ['off', 'osc9', 'osc777', 'osc99'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The maximum length of a title or text, in characters. */
const LONGEST = 200;

/** Untrusted text without characters that could end or start an escape sequence. */
const harmless = (text: string): string =>
  Array.from(typeable(text.replaceAll(/\s+/g, ' ')).trim())
    .slice(0, LONGEST)
    .join('');

/** The sequence that shows a desktop notification; empty for `off`. */
export function notification(kind: NotificationKind, title: string, text: string): string {
  const [head, body] = [harmless(title), harmless(text)];
  switch (kind) {
    case 'off':
      return '';
    // The text starts with a word, because OSC 9 followed by a number has other meanings.
    case 'osc9':
      return `\x1b]9;storedeck ${head}: ${body}\x07`;
    // A semicolon ends the title.
    case 'osc777':
      return `\x1b]777;notify;storedeck ${head.replaceAll(';', ',')};${body.replaceAll(';', ',')}\x07`;
    case 'osc99':
      return `\x1b]99;;storedeck ${head}: ${body}\x07`;
  }
}

/** The progress shown in the terminal's tab: a share from 0 to 1; without `moves` it is shown as paused. */
export interface TabProgress {
  readonly share: number;
  readonly moves: boolean;
}

/** The sequence (OSC 9;4) that shows progress in the terminal's tab, or removes it. */
export function tabProgress(progress: TabProgress | undefined): string {
  if (progress === undefined) return '\x1b]9;4;0;0\x07';
  const percent = Math.floor(Math.max(0, Math.min(1, progress.share)) * 100);
  return `\x1b]9;4;${progress.moves ? 1 : 4};${percent}\x07`;
}
