/** The two output streams of a program. */
export type Stream = 'output' | 'error';

/** Splits the output of a program into lines, up to a common limit for both streams. */
export interface OutputLines {
  add(stream: Stream, chunk: Uint8Array): void;
  /** Passes on the last, unfinished lines. */
  end(): void;
}

/**
 * @param limit bytes; the rest of the output is dropped, and a line says so
 * @param say receives each line, without its line end
 */
export function createLineWriter(limit: number, say: (line: string) => void): OutputLines {
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

/** Splits one stream into lines; each stream has its own, so that their partial lines do not mix. */
function lineSplitter(say: (line: string) => void) {
  const decoder = new TextDecoder();
  let line = '';
  function write(text: string): void {
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) say(whole);
  }
  return {
    add: (chunk: Uint8Array) => write(decoder.decode(chunk, { stream: true })),
    end() {
      write(decoder.decode());
      if (line !== '') say(line);
      line = '';
    },
  };
}
