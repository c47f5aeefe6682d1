import { expect, test } from 'vitest';
import { csv } from '../../src/app/export.ts';

test('CSV fields are quoted where the format requires it', () => {
  expect(
    csv(
      ['NAME', 'NOTE'],
      [
        ['a', 'x, "y"'],
        ['b', 'two\nlines'],
      ],
    ),
  ).toBe('NAME,NOTE\r\na,"x, ""y"""\r\nb,"two\nlines"\r\n');
});

test('no CSV field can be taken for a formula by a spreadsheet, and numbers stay numbers', () => {
  expect(csv(['A'], [['=cmd()'], ['@x'], ['-5'], ['-x']])).toBe("A\r\n'=cmd()\r\n'@x\r\n-5\r\n'-x\r\n");
});

test.each(["-2+3+cmd|' /C calc'!A0", '-1e5*A1', '-5\t=1'])(
  'the CSV field %j begins like a number but is escaped as text',
  (text) => {
    expect(csv(['A'], [[text]])).toBe(`A\r\n'${text}\r\n`);
  },
);

test.each(['-5', '-0.25'])('the CSV field %s is a number and stays as it is', (text) => {
  expect(csv(['A'], [[text]])).toBe(`A\r\n${text}\r\n`);
});
