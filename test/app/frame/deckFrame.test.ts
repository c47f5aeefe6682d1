import { expect, test } from 'vitest';
import { paneAge, slotAge } from '../../../src/app/frame/deckFrame.ts';
import type { Pane } from '../../../src/screens/pane.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import type { Slot } from '../../../src/store/cache/slot.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import { createViewStore } from '../../../src/store/session/view.ts';
import { ascii } from '../../widgets/looks.ts';

const cockpitAt = (now: number, slot: Partial<Slot<unknown>>): Cockpit => {
  const link = { store: { getState: () => ({ slow: false }) } };
  const cache = { slot: () => ({ failures: 0, ...slot }) };
  return { look: ascii, view: createViewStore(now, { utc: true }), link, cache } as unknown as Cockpit;
};
const shown = (slot: Partial<Slot<unknown>>): readonly string[] =>
  slotAge(cockpitAt(60_000, slot), { failures: 0, ...slot });

test('a pane shows the age of its data and marks stale data', () => {
  expect(shown({ at: 30_000, everyMs: 10_000 })).toEqual(['30s']);
  expect(shown({ at: 25_000, everyMs: 10_000 })).toEqual(['STALE 35s']);
  expect(shown({})).toEqual([]);
});

test('a pane shows the age of what the service itself has not been told for long, however new its answer is', () => {
  const cockpit = cockpitAt(60_000, { at: 60_000, everyMs: 10_000 });
  const status = (age: number | undefined) =>
    paneAge(cockpit, { dated: resources.status, outdatedBy: () => age } as unknown as Pane);
  expect(status(125)).toEqual(['STALE 2m']);
  expect(status(undefined)).toEqual(['now']);
});

test('the reason why a pane fails is shown on a terminal without Unicode', () => {
  const error = { kind: 'unreachable', message: 'müde\u001B[2J' } as const;
  expect(shown({ at: 60_000, error, failures: 1 })).toEqual(['now', 'failing', 'm\\u{fc}de^[[2J']);
});
