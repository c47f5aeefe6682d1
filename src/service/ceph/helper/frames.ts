import type { Writable } from 'node:stream';
import type { HelperRequest } from './protocol.ts';

const NEWLINE = 10;

/** A message of the helper: a JSON object; `bytes` is the length of the payload that follows it. */
export type Frame = { readonly bytes?: number } & Readonly<Record<string, unknown>>;

/** The JSON object in a line; undefined if there is none. */
function parseObject(line: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Frame) : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the helper's output: one JSON object per line and, after a line with `bytes`, as many raw bytes. */
export class FrameReader {
  readonly #onFrame: (frame: Frame, payload: Buffer | undefined) => void;
  readonly #skips: (line: string) => boolean;
  #parts: Buffer[] = [];
  #head: Frame | undefined;
  /** The number of payload bytes that have not arrived yet. */
  #missing = 0;

  /** @param skips tells whether a line without a JSON object is ignored */
  constructor(
    onFrame: (frame: Frame, payload: Buffer | undefined) => void,
    skips: (line: string) => boolean = () => false,
  ) {
    this.#onFrame = onFrame;
    this.#skips = skips;
  }

  /** Parses more output. @throws SyntaxError with a line that is not a JSON object as its message */
  push(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0;) {
      rest = this.#head === undefined ? this.#takeLine(rest) : this.#takePayload(this.#head, rest);
    }
  }

  #takeLine(chunk: Buffer): Buffer {
    const end = chunk.indexOf(NEWLINE);
    this.#parts.push(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) return chunk.subarray(chunk.length);
    const line = this.#collected().toString();
    const frame = parseObject(line);
    if (frame === undefined) {
      if (!this.#skips(line)) throw new SyntaxError(line);
    } else if (frame.bytes === undefined || frame.bytes === 0) {
      this.#onFrame(frame, frame.bytes === 0 ? Buffer.alloc(0) : undefined);
    } else {
      this.#head = frame;
      this.#missing = frame.bytes;
    }
    return chunk.subarray(end + 1);
  }

  #takePayload(head: Frame, chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.#missing);
    this.#parts.push(part);
    this.#missing -= part.length;
    if (this.#missing === 0) {
      this.#head = undefined;
      this.#onFrame(head, this.#collected());
    }
    return chunk.subarray(part.length);
  }

  #collected(): Buffer {
    const [first, ...more] = this.#parts;
    const whole = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    return whole;
  }
}

/** Writes a request to the helper's input; `within` is the time limit of a call in seconds. */
export function writeRequest(stdin: Writable, id: number, request: HelperRequest, within: number): void {
  if (!('call' in request)) {
    stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    return;
  }
  const { payload, ...call } = request;
  const bytes = payload && { bytes: payload.length };
  stdin.write(`${JSON.stringify({ id, ...call, within, ...bytes })}\n`);
  if (payload) stdin.write(payload);
}
