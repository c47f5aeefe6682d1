/** The two streams that a program writes to. */
export type Stream = 'output' | 'error';

/** Turns the bytes that a program writes into lines, up to a limit for both streams together. */
export interface Keeper {
  add(stream: Stream, chunk: Uint8Array): void;
  /** Gives out what is left of the last lines. */
  end(): void;
}

/**
 * @param limit bytes; what comes after them is dropped with a word about it
 * @param say gets each line, without its end
 */
export function createKeeper(limit: number, say: (line: string) => void): Keeper {
  const streams = { output: lineSplitter(say), error: lineSplitter(say) };
  let room = limit;
  const flush = () => {
    for (const stream of Object.values(streams)) stream.end();
  };
  return {
    add(stream, chunk) {
      if (room < 0) return;
      streams[stream].add(chunk.subarray(0, room));
      room -= chunk.length;
      if (room >= 0) return;
      flush();
      say(`(output beyond ${limit / 1024} KiB is not kept)`);
    },
    end() {
      if (room >= 0) flush();
    },
  };
}

/** The lines of one stream, so that half a line of the other does not get into them. */
function lineSplitter(say: (line: string) => void) {
  const decoder = new TextDecoder();
  let line = '';
  function take(text: string): void {
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) say(whole);
  }
  return {
    add: (chunk: Uint8Array) => take(decoder.decode(chunk, { stream: true })),
    end() {
      take(decoder.decode());
      if (line !== '') say(line);
      line = '';
    },
  };
}
