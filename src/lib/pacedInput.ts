import { withOverrides } from './withOverrides.ts';

/**
 * A chunk of terminal input in the pieces that Ink makes key events of: an escape sequence, a Backspace or a
 * Ctrl-C by itself, and everything else together, for a paste must not fall apart.
 */
export function splitKeys(chunk: string): string[] {
  return (
    chunk.match(
      /\x1b(?:\[[0-?]*[ -/]*[@-~]|O[\d;]*[@-~]|[^\x1b[O])?|[\x03\x08\x7f]|[^\x1b\x03\x08\x7f]+/gu,
    ) ?? []
  );
}

/**
 * Standard input that hands over one key event for each turn of the event loop. A slow link delivers several
 * keys in one chunk; Ink would emit them all before React has drawn the first, and ink-text-input, which edits
 * the value it was last drawn with, would lose all but the last.
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
