import { expect, test } from 'vitest';
import { slotAge } from '../../../src/app/frame/deckFrame.ts';
import type { Slot } from '../../../src/store/cache/slot.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import { createViewStore } from '../../../src/store/session/view.ts';
import { ascii } from '../../widgets/looks.ts';

const shown = (slot: Partial<Slot<unknown>>): readonly string[] => {
  const link = { store: { getState: () => ({ slow: false }) } };
  const cockpit = { look: ascii, view: createViewStore(60_000, { utc: true }), link } as unknown as Cockpit;
  return slotAge(cockpit, { failures: 0, loading: false, ...slot });
};

test('a pane shows the age of its data and marks stale data', () => {
  expect(shown({ at: 30_000, everyMs: 10_000 })).toEqual(['30s']);
  expect(shown({ at: 25_000, everyMs: 10_000 })).toEqual(['STALE 35s']);
  expect(shown({})).toEqual([]);
});

test('the reason why a pane fails is shown on a terminal without Unicode', () => {
  const error = { kind: 'unreachable', message: 'müde\u001B[2J' } as const;
  expect(shown({ at: 60_000, error, failures: 1 })).toEqual(['now', 'failing', 'm\\u{fc}de^[[2J']);
});
