import { setImmediate } from 'node:timers/promises';
import type { Environment } from '../../lib/environment.ts';
import { abilitiesOf } from '../../output/abilities.ts';

/** The brightness of the terminal's background, which decides on the theme that is legible on it. */
export type Background = 'dark' | 'light';

/** The query for the background colour (OSC 11). */
const QUERY = '\x1b]11;?\x07';
/** The terminal's reply: red, green and blue in one to four hexadecimal digits each. */
const REPLY = /\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})[^\x07\x1b]{0,8}(?:\x07|\x1b\\)/i;

const share = (hex: string): number => Number.parseInt(hex, 16) / (16 ** hex.length - 1);

/** Extracts the background from the bytes that the terminal sent; `rest` is everything else, such as key presses. */
export function readBackground(text: string): {
  readonly background: Background | undefined;
  readonly rest: string;
} {
  const [reply = '', red, green, blue] = REPLY.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined)
    return { background: undefined, rest: text };
  // The weights of relative luminance (ITU-R BT.709).
  const light = 0.2126 * share(red) + 0.7152 * share(green) + 0.0722 * share(blue);
  return { background: light > 0.5 ? 'light' : 'dark', rest: text.replace(reply, '') };
}

/**
 * The background according to COLORFGBG, which rxvt, Konsole and others set. In `15;0` the last number is the background,
 * one of the 16 colours.
 */
export function backgroundOf({ COLORFGBG }: Environment): Background | undefined {
  const colour = /;(\d{1,2})$/.exec(COLORFGBG ?? '')?.[1];
  if (colour === undefined) return undefined;
  return colour === '7' || Number(colour) > 8 ? 'light' : 'dark';
}

/**
 * Asks the terminal for its background colour. The returned function gives the reply if it has arrived by then, without
 * waiting for it, and pushes keys typed meanwhile back for the next reader. A later reply reaches the keyboard reader.
 */
export function askBackground({
  stdin,
  stdout,
  env,
}: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'env'>): (() => Promise<Background | undefined>) | undefined {
  if (!abilitiesOf(env['TERM']).strings) return undefined;
  const read = () => undefined;
  stdin.on('readable', read);
  stdout.write(QUERY);
  return async () => {
    // Bytes that arrived while the program was loading are read within two turns of the event loop: the first may be half over.
    await setImmediate();
    await setImmediate();
    stdin.off('readable', read);
    const chunk: Buffer | string | null = stdin.read();
    const { background, rest } = readBackground(chunk?.toString('latin1') ?? '');
    if (rest !== '') stdin.unshift(Buffer.from(rest, 'latin1'));
    // The stream notices the removed listener in its next turn; after that the next reader finds the bytes pushed back.
    await setImmediate();
    return background;
  };
}
