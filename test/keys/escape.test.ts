import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ESCAPE_KEY, KeySplitter } from '../../src/keys/escape.ts';

const splitter = () => new KeySplitter(100);

/** Sequences of xterm, rxvt, the Linux console and PuTTY, with and without modifier keys. */
const SEQUENCES = [
  ...['A', 'B', 'C', 'D', 'F', 'H', 'Z', 'a', '[A', '[E', '[5~', '2$', '7^', '24~', '1;5C', '3;2~'].map(
    (end) => `\x1b[${end}`,
  ),
  ...['A', 'D', 'P', 'M', 'd', '5C', '1;5P'].map((end) => `\x1bO${end}`),
  '\x1b\x1b[A',
  '\x1b\x1bOB',
  ESCAPE_KEY,
];

test.each([
  ['jjj', ['jjj']],
  ['ab\x7f\x7fc', ['ab', '\x7f', '\x7f', 'c']],
  ['a\x03b', ['a', '\x03', 'b']],
  ['\x1b[Ax\x1bOBy', ['\x1b[A', 'x', '\x1bOB', 'y']],
  ['\x1b[1;5C\x1b[3~', ['\x1b[1;5C', '\x1b[3~']],
  ['\x1b', []],
  ['\x1bd', ['\x1bd']],
  ['yes\r', ['yes\r']],
  ['größe\r容量\n', ['größe\r容量\n']],
  ['\x1b[\x03', ['\x03']],
  ['', []],
])('the input chunk %j is split into the keys %j', (chunk, keys) => {
  expect(splitter().take(chunk)).toEqual(keys);
});

describe('KeySplitter', () => {
  it('a sequence that arrives in chunks, split anywhere, is one key', () => {
    const input = fc.array(fc.constantFrom(...SEQUENCES, 'q', 'jj', '漢'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(input, fc.array(fc.nat(40), { maxLength: 5 }), (pieces, cuts) => {
        const text = pieces.join('');
        const made = splitter();
        const edges = [0, ...cuts.filter((at) => at < text.length).toSorted((a, b) => a - b), text.length];
        const heard = edges.slice(1).flatMap((end, index) => made.take(text.slice(edges[index], end)));
        expect(made.waitMs).toBeUndefined();
        expect(heard.join('')).toBe(text);
        expect(heard.filter((piece) => piece.startsWith('\x1b'))).toEqual(
          pieces.filter((piece) => piece.startsWith('\x1b')),
        );
      }),
    );
  });

  it('Escape is a key of its own once nothing has followed it, and waits no longer than it is told to', () => {
    const made = splitter();
    expect(made.take('\x1b')).toEqual([]);
    expect(made.waitMs).toBe(100);
    expect(made.release()).toEqual([ESCAPE_KEY]);
    expect(made.waitMs).toBeUndefined();
  });

  it('Escape and a letter in the next chunk are two keys', () => {
    const made = splitter();
    made.take('\x1b');
    expect(made.take('q')).toEqual([ESCAPE_KEY, 'q']);
  });

  it('Escape twice is two keys', () => {
    const made = splitter();
    made.take('\x1b');
    made.take('\x1b');
    expect(made.release()).toEqual([ESCAPE_KEY, ESCAPE_KEY]);
  });

  it('Escape twice and a letter in one chunk are three keys, and Escape once with a letter is Alt', () => {
    expect(splitter().take('\x1b\x1b2')).toEqual([ESCAPE_KEY, ESCAPE_KEY, '2']);
    expect(splitter().take('\x1bb')).toEqual(['\x1bb']);
    expect(splitter().take('d\x1b\x1b5f')).toEqual(['d', ESCAPE_KEY, ESCAPE_KEY, '5f']);
  });

  it.each([':', '/', '?', '3'])(
    'Escape and %s in one chunk are two keys, as a slow link delivers what is typed quickly',
    (key) => expect(splitter().take(`\x1b${key}`)).toEqual([ESCAPE_KEY, key]),
  );

  it('the start of a sequence types nothing if its end never comes', () => {
    const made = splitter();
    expect(made.take('\x1b[1;')).toEqual([]);
    expect(made.waitMs).toBe(500);
    expect(made.release()).toEqual([]);
    expect(made.take('q')).toEqual(['q']);
  });
});
