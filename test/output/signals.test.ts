import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS, notification, tabProgress } from '../../src/output/signals.ts';
import { anyText } from '../support/anyText.ts';

const HOSTILE = '\x1b]52;c;aGk=\x07 \x9b31m\u202e\n;4;1;';

test('a notification is a single escape sequence, whatever text a server sends', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...NOTIFICATION_KINDS),
      anyText(),
      fc.oneof(anyText(), fc.constant(HOSTILE)),
      (kind, title, text) => {
        // oxlint-disable-next-line no-control-regex
        if (kind !== 'off')
          expect(notification(kind, title, text)).toMatch(/^\x1b\][^\x00-\x1f\x7f-\x9f]*\x07$/);
      },
    ),
  );
});

test('a semicolon in the text does not end the title of OSC 777', () => {
  expect(notification('osc777', 'a;b', 'c;d')).toBe('\x1b]777;notify;storedeck a,b;c,d\x07');
});

test('a long notification text is cut', () => {
  expect(notification('osc9', 'lab', 'x'.repeat(1000)).length).toBeLessThan(300);
});

test('stalled progress is shown as paused, and no progress clears the indicator', () => {
  expect(tabProgress({ share: 0.425, moves: true })).toBe('\x1b]9;4;1;42\x07');
  expect(tabProgress({ share: 0.425, moves: false })).toBe('\x1b]9;4;4;42\x07');
  expect(tabProgress(undefined)).toBe('\x1b]9;4;0;0\x07');
});
