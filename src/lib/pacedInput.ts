import { withOverrides } from './withOverrides.ts';

/**
 * Splits a chunk of terminal input into the pieces from which Ink makes key events: each escape sequence, Backspace and
 * Ctrl-C alone, and any other run of characters as one piece, so that a paste is not split.
 */
export function splitKeys(chunk: string): string[] {
  return (
    chunk.match(
      /\x1b(?:\[[0-?]*[ -/]*[@-~]|O[\d;]*[@-~]|[^\x1b[O])?|[\x03\x08\x7f]|[^\x1b\x03\x08\x7f]+/gu,
    ) ?? []
  );
}

/**
 * Wraps standard input so that it delivers one key event per turn of the event loop. A slow link delivers several keys
 * in one chunk; Ink would emit them all before React renders the first, and ink-text-input, which edits the value of
 * its last render, would lose all but the last key.
 */
export function pacedInput(stdin: NodeJS.ReadStream): NodeJS.ReadStream {
  let pieces: string[] = [];
  let handedOver = false;

  function read(): string | null {
    if (handedOver) return null;
    if (pieces.length === 0) {
      const chunk: string | null = stdin.read();
      if (chunk === null) return null;
      pieces = splitKeys(chunk);
    }
    handedOver = true;
    setImmediate(() => {
      handedOver = false;
      stdin.emit('readable');
    });
    return pieces.shift() ?? null;
  }

  return withOverrides(stdin, { read });
}
