import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readXml, textElement } from '../../../../../src/service/ceph/s3/gateway/xml.ts';

/** The characters that XML 1.0 allows in a document. */
const allowed = fc
  .string({ unit: 'grapheme' })
  .filter((text) => /^[\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u.test(text));

test('written text is read back', () => {
  fc.assert(
    fc.property(allowed, (text) => {
      expect(readXml(textElement('Key', text)).text).toBe(text);
    }),
  );
});

test('control characters are read, which the gateways write although XML forbids them', () => {
  expect(readXml('<Key>a&#x01;b&#x1f;&#x0000;c</Key>').text).toBe('a\u0001b\u001f\u0000c');
  expect(readXml('<Key>\uE000&#x01;\uE101</Key>').text).toBe('\uE000\u0001\uE101');
});

test('elements are found by their names, directly inside another one', () => {
  const list = readXml('<List><A>1</A><B><A>no</A></B><A>2</A></List>');
  expect(list.all('A').map(({ text }) => text)).toEqual(['1', '2']);
  expect(list.read('A')).toBe('1');
  expect(list.read('C')).toBeUndefined();
});

test.each(['', 'Bad Gateway', '<a>', '{}', '<a>&unknown;</a>'])('%j is refused with a message', (text) => {
  expect(() => readXml(text)).toThrow(expect.objectContaining({ status: 503 }));
});
