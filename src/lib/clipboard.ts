import type { Environment } from './environment.ts';

/**
 * The largest text in bytes that is copied: many terminals accept at most 100,000 characters of base64 in one sequence.
 */
const MAX_BYTES = 74_994;
/** The longest string that GNU screen passes through to the terminal; it truncates longer ones. */
const SCREEN_PIECE = 700;

/** The terminal multiplexer that the program runs in, according to the environment variables. */
export function multiplexer({ TMUX, STY, TERM = '' }: Environment): 'tmux' | 'screen' | undefined {
  if (TMUX) return 'tmux';
  if (STY || TERM.startsWith('screen')) return 'screen';
  return undefined;
}

/**
 * Wraps an escape sequence in a DCS passthrough where tmux or screen would otherwise not forward it to the terminal.
 */
export function throughMultiplexer(sequence: string, env: Environment): string {
  const program = multiplexer(env);
  if (program === 'tmux') return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (program === undefined) return sequence;
  const pieces = sequence.match(new RegExp(`[^]{1,${SCREEN_PIECE}}`, 'g')) ?? [];
  return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join('');
}

/**
 * The escape sequence (OSC 52) that copies a text to the terminal's clipboard; it works over SSH and through
 * multiplexers. For tmux it also contains the unwrapped sequence, which tmux may handle itself. Undefined for a text
 * that is too large.
 */
export function copySequence(text: string, env: Environment): string | undefined {
  const content = Buffer.from(text, 'utf8');
  if (content.length > MAX_BYTES) return undefined;
  const plain = `\x1b]52;c;${content.toString('base64')}\x07`;
  return `${throughMultiplexer(plain, env)}${multiplexer(env) === 'tmux' ? plain : ''}`;
}
