import { setImmediate } from 'node:timers/promises';
import { abilitiesOf } from '../../output/abilities.ts';

/** The kind of background, and so the theme that can be read on it. */
export type Background = 'dark' | 'light';

/** Asks for the colour of the background (OSC 11). */
const ASK = '\x1b]11;?\x07';
/** The answer: red, green and blue in one to four hexadecimal digits each. */
const ANSWER =
  /\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})[^\x07\x1b]{0,8}(?:\x07|\x1b\\)/i;

const share = (hex: string): number => Number.parseInt(hex, 16) / (16 ** hex.length - 1);

/** The background by what came from the terminal, and what else came with it. */
export function readBackground(text: string): {
  readonly background: Background | undefined;
  readonly rest: string;
} {
  const [whole = '', red, green, blue] = ANSWER.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined)
    return { background: undefined, rest: text };
  // The weights by which the eye takes them (ITU-R BT.709).
  const light = 0.2126 * share(red) + 0.7152 * share(green) + 0.0722 * share(blue);
  return { background: light > 0.5 ? 'light' : 'dark', rest: text.replace(whole, '') };
}

/** The background that rxvt, Konsole and others tell their programs, as in `15;0`: one of the 16 colours, the last number. */
export function backgroundOf({
  COLORFGBG,
}: Readonly<Record<string, string | undefined>>): Background | undefined {
  const colour = /;(\d{1,2})$/.exec(COLORFGBG ?? '')?.[1];
  if (colour === undefined) return undefined;
  return colour === '7' || Number(colour) > 8 ? 'light' : 'dark';
}

/**
 * Asks the terminal for its background. Never waits for the answer: what is returned tells it where it has come by then,
 * and leaves the keys that were typed meanwhile to the next reader. One that comes later is for who reads the keyboard.
 */
export function askBackground({
  stdin,
  stdout,
  env,
}: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'env'>): (() => Promise<Background | undefined>) | undefined {
  if (!abilitiesOf(env['TERM']).strings) return undefined;
  const read = () => undefined;
  stdin.on('readable', read);
  stdout.write(ASK);
  return async () => {
    // What came while the program was loaded is read in the next two turns, for the first may be half over.
    await setImmediate();
    await setImmediate();
    stdin.off('readable', read);
    const chunk: Buffer | string | null = stdin.read();
    const { background, rest } = readBackground(chunk?.toString('latin1') ?? '');
    if (rest !== '') stdin.unshift(Buffer.from(rest, 'latin1'));
    // The stream takes note of who listens in its next turn: the next reader finds what was left.
    await setImmediate();
    return background;
  };
}
