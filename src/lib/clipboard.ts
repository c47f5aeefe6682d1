/** More bytes than this do not fit into one sequence of many terminals, which take 100,000 characters of base64. */
const LARGEST = 74_994;
/** GNU screen cuts strings for the terminal that are longer than this. */
const SCREEN_PIECE = 700;

type Environment = Readonly<Record<string, string | undefined>>;

/** The multiplexer that the program runs in, as the environment tells. */
export function multiplexer({ TMUX, STY, TERM = '' }: Environment): 'tmux' | 'screen' | undefined {
  if (TMUX) return 'tmux';
  if (STY || TERM.startsWith('screen')) return 'screen';
  return undefined;
}

/** A sequence for the terminal itself: tmux and screen hand it on only in a wrapping of theirs. */
export function throughMultiplexer(sequence: string, env: Environment): string {
  const around = multiplexer(env);
  if (around === 'tmux') return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (around === undefined) return sequence;
  const pieces = sequence.match(new RegExp(`[^]{1,${SCREEN_PIECE}}`, 'g')) ?? [];
  return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join('');
}

/**
 * The sequence that puts a text on the clipboard of the terminal (OSC 52), over SSH and multiplexers too; tmux may also
 * take the plain one. Nothing for a text that is too large.
 */
export function copySequence(text: string, env: Environment): string | undefined {
  const content = Buffer.from(text, 'utf8');
  if (content.length > LARGEST) return undefined;
  const plain = `\x1b]52;c;${content.toString('base64')}\x07`;
  return `${throughMultiplexer(plain, env)}${multiplexer(env) === 'tmux' ? plain : ''}`;
}
