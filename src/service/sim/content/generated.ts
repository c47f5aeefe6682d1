import { createHash } from 'node:crypto';
import { Dice, hash } from '../model/random.ts';
import type { Content, ContentKind, SavedContent } from './content.ts';

/** Bytes that are generated at a time. */
const BLOCK = 64 * 1024;
/**
 * Size from which clients upload in parts, and size of a part (default multipart_chunksize of the aws command line).
 */
const PART = 8 * 1024 * 1024;

/** Length of every line of generated text in bytes, so that the size of a text is known without generating it. */
const LINE = 64;

type LineKind = Exclude<ContentKind, 'bytes'>;

const LEVELS = ['INFO ', 'INFO ', 'INFO ', 'DEBUG', 'WARN ', 'ERROR'];

const digits = (value: number, width: number) => String(value).padStart(width, '0');
const hex = (value: number) => value.toString(16).padStart(8, '0');

/** Makes a line of text from its number and 32 random bits. Its caller cuts or pads it to the length of a line. */
const LINES: Readonly<Record<LineKind, (number: number, bits: number) => string>> = {
  csv: (number, bits) => `${digits(number, 8)},${hex(bits)},${(bits % 160_000) / 1000 - 40}`,
  json: (number, bits) => `{"sequence":${number},"device":"${hex(bits)}","value":${bits % 1000}}`,
  log: (number, bits) =>
    `${digits(number, 8)} ${LEVELS[bits % LEVELS.length]} worker-${digits(bits % 32, 2)} request ${hex(bits)} took ${bits % 907} ms`,
};

const KIND_OF: Readonly<Record<string, LineKind>> = { csv: 'csv', json: 'json', jsonl: 'json' };

function textBlock(seed: number, block: number, kind: LineKind, length: number): Uint8Array {
  const first = (block * BLOCK) / LINE;
  let text = '';
  for (let number = first; number < first + length / LINE; number++) {
    const line = LINES[kind](number, hash(seed, number));
    text += `${line.slice(0, LINE - 1).padEnd(LINE - 1)}\n`;
  }
  return Buffer.from(text);
}

function binaryBlock(seed: number, block: number, length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let index = 0; index < words.length; index++) words[index] = hash(seed, block, index);
  return new Uint8Array(words.buffer, 0, length);
}

/**
 * Content that takes no memory until it is read, and then only that of a block, because a cluster has many thousands
 * of contents.
 */
class Generated implements Content {
  readonly size: number;
  readonly #seed: number;
  readonly #kind: ContentKind;
  #etag: string | undefined;

  constructor(seed: number, size: number, kind: ContentKind) {
    this.size = size;
    this.#seed = seed;
    this.#kind = kind;
  }

  /** Computed at its first use, because that takes reading all of the content. */
  get etag(): string {
    return (this.#etag ??= this.#makeEtag());
  }

  get saved(): SavedContent {
    return { seed: this.#seed, size: this.size, kind: this.#kind };
  }

  *read(): Generator<Uint8Array> {
    for (let start = 0; start < this.size; start += BLOCK) {
      const [block, length] = [start / BLOCK, Math.min(BLOCK, this.size - start)];
      yield this.#kind === 'bytes'
        ? binaryBlock(this.#seed, block, length)
        : textBlock(this.#seed, block, this.#kind, length);
    }
  }

  #makeEtag(): string {
    if (this.size > PART) return `${new Dice(this.#seed).hex(32)}-${Math.ceil(this.size / PART)}`;
    const md5 = createHash('md5');
    for (const piece of this.read()) md5.update(piece);
    return md5.digest('hex');
  }
}

/**
 * Generated lines of text in the format of the file name extension (`csv`, `json`, `jsonl`, otherwise log lines).
 * Equal seeds give equal texts.
 */
export function generatedText(seed: number, fileName: string, lines: number): Content {
  const kind = KIND_OF[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'log';
  return new Generated(seed, lines * LINE, kind);
}

/** Restores saved generated content. */
export const restoreGenerated = ({
  seed,
  size,
  kind,
}: Extract<SavedContent, { kind: ContentKind }>): Content => new Generated(seed, size, kind);

/** Generated random bytes. Equal seeds give equal bytes. */
export const generatedBytes = (seed: number, size: number): Content => new Generated(seed, size, 'bytes');
