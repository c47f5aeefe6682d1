import { expect, test } from 'vitest';
import { copySequence, multiplexer } from '../../src/lib/clipboard.ts';

const content = (sequence = '') =>
  Buffer.from(/52;c;([^\x07]*)/.exec(sequence)?.[1] ?? '', 'base64').toString();

test('the copy sequence holds any text as base64', () => {
  const sequence = copySequence('osd.1 é\n\x1b[2J', {});
  expect(sequence).toMatch(/^\x1b\]52;c;[A-Za-z0-9+/=]*\x07$/);
  expect(content(sequence)).toBe('osd.1 é\n\x1b[2J');
});

test('inside tmux the copy sequence is sent both wrapped and plain', () => {
  const sequence = copySequence('abc', { TMUX: '/tmp/tmux-0/default,1,0' });
  expect(sequence).toBe('\x1bPtmux;\x1b\x1b]52;c;YWJj\x07\x1b\\\x1b]52;c;YWJj\x07');
});

test('inside GNU screen the copy sequence is sent in pieces short enough to pass uncut', () => {
  const sequence = copySequence('x'.repeat(5000), { STY: '1.pts-0.host' }) ?? '';
  const pieces = sequence.split('\x1b\\').filter(Boolean);
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.every((piece) => piece.startsWith('\x1bP') && piece.length < 768)).toBe(true);
  expect(content(pieces.map((piece) => piece.slice(2)).join(''))).toBe('x'.repeat(5000));
});

test('text that is too large for a terminal is not copied', () => {
  expect(copySequence('x'.repeat(80_000), {})).toBeUndefined();
});

test('the terminal multiplexer is detected from the environment', () => {
  expect(multiplexer({ TERM: 'screen-256color' })).toBe('screen');
  expect(multiplexer({ TERM: 'xterm-256color' })).toBeUndefined();
});
