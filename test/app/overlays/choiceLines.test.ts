import { expect, test } from 'vitest';
import { choiceLines } from '../../../src/app/overlays/choiceLines.ts';
import type { Flow } from '../../../src/store/action/plan.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import { createViewStore } from '../../../src/store/session/view.ts';
import { deletePool } from '../../screens/deletePool.ts';
import { plain } from '../../widgets/looks.ts';

const NAMES = ['stor-01', 'stor-02', 'stor-03', 'stor-04', 'stor-05', 'backup'];

/** The lines below a field with a typed text, on a screen of `rows` rows. */
function lines(
  text: string,
  {
    rows = 24,
    pick,
    note,
    all = NAMES,
  }: { rows?: number; pick?: number; note?: string; all?: readonly string[] } = {},
) {
  const view = createViewStore(0, { utc: true });
  view.setState({ size: { columns: 80, rows } });
  const choices = () => ({
    all: all.map((name) => ({ text: name, hint: `at ${name}` })),
    ...(note && { note }),
  });
  const flow = {
    plan: {
      ...deletePool,
      fields: [
        { name: 'a', label: 'a', hint: '', initial: '', choices, read: (value: string) => ({ value }) },
      ],
    },
    openedAt: 0,
    phase: { step: 'form', field: 0, texts: [text], ...(pick !== undefined && { pick }) },
    values: {},
    checks: [],
    stale: false,
  } as unknown as Flow;
  return choiceLines({ look: plain, view } as unknown as Cockpit, flow, 1);
}

test('values are listed with their descriptions, more of them on a higher screen', () => {
  expect(lines('')).toHaveLength(4 + 1);
  expect(lines('')[0]).toMatch(/^ {2}\S+ +at \S+$/);
  expect(lines('', { rows: 32 })).toHaveLength(6 + 1);
  expect(lines('', { rows: 31 })).toHaveLength(4 + 1);
});

test('the list of values shows how many there are, and how many match the typed text', () => {
  expect(lines('').at(-1)).toBe('6 to choose from');
  expect(lines('stor').at(-1)).toBe('5 of 6 to choose from');
  expect(lines('nothing').at(-1)).toBe('none of 6 matches');
});

test('the list of values keeps its height however few values match', () => {
  expect(lines('backup')).toHaveLength(5);
  expect(lines('nothing').slice(0, 4)).toEqual(['', '', '', '']);
});

test('if the values are unknown, the reason is shown in their place', () => {
  expect(lines('', { all: [], note: 'no connection' })).toEqual(['no connection']);
  expect(lines('', { note: 'the first hundred' }).at(-1)).toBe('6 to choose from; the first hundred');
});

test('the selected value is marked and stays in view', () => {
  const shown = lines('', { pick: 5 });
  expect(shown.filter((line) => line.startsWith(plain.glyphs.cursor))).toHaveLength(1);
  expect(shown[3]).toMatch(new RegExp(`^${plain.glyphs.cursor} `));
});
