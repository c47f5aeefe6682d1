import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { width } from '../../src/lib/text.ts';
import { paneTitle } from '../../src/widgets/paneTitle.ts';
import { ascii, LOOKS, mono, plain } from './looks.ts';

const health = { title: 'Health', hotkey: '1', detail: '6 checks', status: ['3s', 'filter osd'] };

test.each([
  [46, '─ 1 Health  6 checks ───────── 3s filter osd ─'],
  [36, '─ 1 Health  6 checks ────────── 3s ─'],
  [24, '─ 1 Health  6 che…  3s ─'],
  [20, '─ 1 Health ──── 3s ─'],
  [12, '─ 1 Health ─'],
  [8, '─ 1 He… '],
  [1, '…'],
])('in %i columns the title of the pane is %j', (columns, line) => {
  expect(paneTitle(health, columns, plain)).toBe(line);
});

test('the focused pane has a mark, and its name is bold without colour', () => {
  expect(paneTitle({ ...health, focused: true }, 36, ascii)).toBe('> 1 Health  6 checks ---------- 3s -');
  expect(paneTitle({ title: 'Health', focused: true }, 12, mono)).toContain('\x1b[1mHealth\x1b[22m');
});

test('the title of a pane without digit, detail and status is its name in a rule', () => {
  expect(paneTitle({ title: 'Health', status: [''] }, 14, plain)).toBe('─ Health ─────');
});

test('the title of a pane is always exactly as wide as asked', () => {
  fc.assert(
    fc.property(
      fc.record({
        title: fc.string(),
        detail: fc.string(),
        status: fc.array(fc.string()),
        focused: fc.boolean(),
      }),
      fc.integer({ min: 0, max: 80 }),
      fc.constantFrom(...LOOKS),
      (pane, columns, look) => {
        expect(width(paneTitle(pane, columns, look))).toBe(columns);
      },
    ),
  );
});
