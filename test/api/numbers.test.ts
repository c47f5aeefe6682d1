import { expect, test } from 'vitest';
import { isLoopback } from '../../src/api/loopback.ts';
import { numberIn } from '../../src/api/numbers.ts';

test.each([
  ['42', 42],
  [' -1.5e3 ', -1500],
  ['+0', 0],
  ['', undefined],
  ['12 GiB', undefined],
  ['0x10', undefined],
  ['.5', undefined],
  ['2026-11-20T12:00:00Z', Date.UTC(2026, 10, 20, 12) / 1000],
  ['2026-11-20T12:00:00.5+01:00', Date.UTC(2026, 10, 20, 11) / 1000 + 0.5],
  ['2026-11-20', undefined],
  ['2026-99-20T12:00', undefined],
  ['PT2H3M4.5S', 7384.5],
  ['PT3M', 180],
  ['PT-1H', -3600],
  ['-PT1H30M', -5400],
  ['P1D', undefined],
])('the text %j means the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number);
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.8.7', true],
  ['[::1]', true],
  ['::1', true],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['128.0.0.1', false],
  ['1127.0.0.1', false],
  ['[::2]', false],
  ['', false],
])('the host %j is this machine: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is);
});
