import { typeable } from '../lib/text.ts';

/** The kinds of notification that terminals know: iTerm2 and others, urxvt and others, kitty. */
export const NOTIFICATION_KINDS = ['off', 'osc9', 'osc777', 'osc99'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Longer ones fill the corner of a desktop and say no more. */
const LONGEST = 200;

/** A text that ends no sequence and begins none, whatever it came from. */
const harmless = (text: string): string =>
  Array.from(typeable(text.replaceAll(/\s+/g, ' ')).trim())
    .slice(0, LONGEST)
    .join('');

/** The sequence by which the terminal notifies its user; empty for `off`. */
export function notification(kind: NotificationKind, title: string, text: string): string {
  const [head, body] = [harmless(title), harmless(text)];
  switch (kind) {
    case 'off':
      return '';
    // A word stands first: with a number, OSC 9 is something else.
    case 'osc9':
      return `\x1b]9;storedeck ${head}: ${body}\x07`;
    // A semicolon ends the title.
    case 'osc777':
      return `\x1b]777;notify;storedeck ${head.replaceAll(';', ',')};${body.replaceAll(';', ',')}\x07`;
    case 'osc99':
      return `\x1b]99;;storedeck ${head}: ${body}\x07`;
  }
}

/** The progress of work, for the tab of the terminal: its share from 0 to 1, and whether it moves. */
export interface TabProgress {
  readonly share: number;
  readonly moves: boolean;
}

/** The sequence (OSC 9;4) that shows progress in the terminal's tab, or takes it away. */
export function tabProgress(progress: TabProgress | undefined): string {
  if (progress === undefined) return '\x1b]9;4;0;0\x07';
  const percent = Math.floor(Math.max(0, Math.min(1, progress.share)) * 100);
  return `\x1b]9;4;${progress.moves ? 1 : 4};${percent}\x07`;
}
