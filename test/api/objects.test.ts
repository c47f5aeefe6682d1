import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createObjectSplitter } from '../../src/api/objects.ts';

const LIMIT = 1000;
/** The objects found in a text that arrives in pieces of a given length. */
function split(text: string, size = text.length, limit = LIMIT) {
  const splitter = createObjectSplitter(limit);
  const objects: (string | undefined)[] = [];
  for (let at = 0; at < text.length; at += size) objects.push(...splitter.feed(text.slice(at, at + size)));
  return { objects, idle: splitter.idle };
}

describe('an object splitter', () => {
  it('an object splitter returns each object as it was written, however the stream is cut and whatever is between the objects', () => {
    const tricky = fc.constantFrom('{', '}', '"', '\\', '\\"', '\n', '[{', '},{', ':{', 'a');
    const text = fc.array(tricky).map((parts) => parts.join(''));
    const object = fc.dictionary(
      text,
      fc.oneof(text, fc.dictionary(text, text), fc.array(fc.dictionary(text, text)), fc.integer()),
    );
    const between = fc.constantFrom('', ' ', '\n', '\r\n', ',', '[', ']', ' garbage "quoted" ] ');
    const indent = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(object, between, indent)),
        fc.integer({ min: 1, max: 9 }),
        (parts, size) => {
          const objects = parts.map(([one, , space]) => JSON.stringify(one, null, space));
          const whole = parts.map(([, gap], index) => `${gap}${objects[index]}`).join('');
          expect(split(whole, size, 1e6)).toEqual({ objects, idle: true });
        },
      ),
    );
  });

  it.each([
    ['a line break within a text', '{"a":"b\n{"c":1}', ['{"a":"b', '{"c":1}']],
    ['an object where none is allowed', '{"a" {"c":1}', ['{"a" ', '{"c":1}']],
    ['an object after a number', '{"a":1{"c":1}', ['{"a":1', '{"c":1}']],
    ['an object right after another', '{"a":{}{"c":1}', ['{"a":{}', '{"c":1}']],
    ['an object at the beginning of another', '{{"c":1}', ['{', '{"c":1}']],
    ['text that is not JSON', '{oops}{"c":1}', ['{oops}', '{"c":1}']],
    ['a line break after a backslash', '{"a":"\\\n{"c":1}', ['{"a":"\\', '{"c":1}']],
  ])('an object splitter finds the next object after %s', (_, text, objects) => {
    for (const size of [1, 2, 3, text.length]) expect(split(text, size).objects).toEqual(objects);
  });

  it.each([
    ['objects in a list', '{"a":[{"b":1},{"b":2}]}'],
    ['an object after a name with spaces around the colon', '{"a" : \n {"b":1}}'],
    ['braces inside a text', '{"a":"}{"}'],
    ['an escaped quote', '{"a":"\\"}"}'],
    ['an escaped backslash at the end of a text', '{"a":"\\\\"}'],
  ])('an object splitter keeps %s together', (_, text) => {
    for (const size of [1, 2, 5, text.length])
      expect(split(text, size)).toEqual({ objects: [text], idle: true });
  });

  it('an object splitter is idle only between objects', () => {
    const splitter = createObjectSplitter(LIMIT);
    const idle = Array.from('[{"a":{}} {', (letter) => {
      splitter.feed(letter);
      return splitter.idle;
    });
    expect(idle).toEqual([true, false, false, false, false, false, false, false, true, true, false]);
  });

  it('an object splitter returns an object of exactly the maximum length, and drops one that is a character longer', () => {
    const object = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
    for (const size of [7, 500, 5000]) {
      expect(split(object(LIMIT), size).objects).toEqual([object(LIMIT)]);
      expect(split(`${object(LIMIT + 1)}{"b":1}`, size).objects).toEqual([undefined, '{"b":1}']);
    }
  });
});
