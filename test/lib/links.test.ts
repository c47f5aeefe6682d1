import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Links, linkable } from '../../src/lib/links.ts';
import { createLook } from '../../src/lib/look.ts';
import { unstyled } from '../../src/lib/sgr.ts';
import { cut, fit, painted, width, wrap } from '../../src/lib/text.ts';
import { paintedLine } from '../../src/lib/textLine.ts';
import { anyText } from '../support/anyText.ts';

const DOCS = 'https://docs.ceph.com/en/latest/';
const linking = () => createLook({ depth: '256', unicode: true, theme: 'dark', links: new Links() });

test.each([
  ['another scheme', 'javascript:alert(1)'],
  ['a local file', 'file:///etc/passwd'],
  ['a password', 'https://admin:secret@host/'],
  ['more than 2000 characters', `https://host/${'x'.repeat(2000)}`],
  ['more than 2000 characters when encoded', `https://host/${'ä'.repeat(500)}`],
  ['no address at all', 'osd.17'],
])('a text is not linked to an address with %s', (_, address) => {
  expect(linkable(address)).toBeUndefined();
  expect(linking().link('text', address)).toBe('text');
});

test('an address that can be linked has only printable ASCII, whatever text it is made from', () => {
  const address = anyText();
  fc.assert(
    fc.property(address, fc.constantFrom('', 'http://', 'https://host/', 'https://host/?'), (rest, start) => {
      expect(linkable(start + rest) ?? 'x').toMatch(/^[\x21-\x7e]{1,2000}$/);
    }),
  );
});

test('a link takes no columns and is closed wherever its text is cut or wrapped', () => {
  const look = linking();
  const line = `see ${look.link(look.paint('error', 'MON_DOWN and more'), DOCS)} for it`;
  expect(width(line)).toBe('see MON_DOWN and more for it'.length);
  for (const part of [cut(line, 10), fit(line, 40), ...wrap(line, 12)]) {
    expect([...part.matchAll(/58;5;0/g)].length).toBe([...part.matchAll(/[[;]59(?=[;m])/g)].length);
    expect(painted(part)).toBe(part);
  }
});

test('a look without links leaves the text as it is', () => {
  const look = createLook({ depth: '256', unicode: true });
  expect(look.link('MON_DOWN', DOCS)).toBe('MON_DOWN');
  expect(paintedLine(look, `see ${DOCS}`)).toBe(`see ${DOCS}`);
});

test('a web address in a line of a page is linked without the punctuation around it', () => {
  const look = linking();
  const line = paintedLine(look, `(see ${DOCS}x, or not).`);
  expect(line).toBe(`(see ${look.link(`${DOCS}x`, `${DOCS}x`)}, or not).`);
  expect(unstyled(line)).toBe(`(see ${DOCS}x, or not).`);
});

test('addresses beyond the first 2000 stay plain text', () => {
  const links = new Links();
  for (let n = 0; n < 2000; n++) expect(links.numberOf(`http://host/${n}`)).toBe(n);
  expect(links.numberOf('http://host/more')).toBeUndefined();
  expect(links.numberOf('http://host/7')).toBe(7);
});
