import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/failure.ts';
import { failureLines, slotAge } from '../../../src/app/frame/deckFrame.ts';
import { unstyled } from '../../../src/lib/sgr.ts';
import type { Slot } from '../../../src/store/cache/slot.ts';
import { deck, openDeck } from '../../screens/openedDeck.ts';

const EMPTY_SLOT: Slot<unknown> = { failures: 0, everyMs: 2000 };
const refused = new ApiError({ kind: 'rejected', status: 503, message: 'no \u001Bconnection' }).failure;
const missing = { kind: 'rejected', status: 404, message: 'gone' } as const;

async function ages(slot: Partial<Slot<unknown>>): Promise<readonly string[]> {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 0);
  const now = deck.cockpit.view.getState().now;
  const at = slot.at === undefined ? {} : { at: now + slot.at };
  return slotAge(deck.cockpit, { ...EMPTY_SLOT, ...slot, ...at }).map(unstyled);
}

test('data has no age before the first answer, and a failed first read is shown as no answer', async () => {
  expect(await ages({})).toEqual([]);
  expect(await ages({ error: refused, failures: 1 })).toEqual(['no answer']);
});

test('an object that does not exist is shown as missing, and has no age', async () => {
  expect(await ages({ data: 1, at: 0, error: missing, failures: 0 })).toEqual(['does not exist']);
});

test('data has the age of its answer, and is stale after a long time', async () => {
  const [fresh] = await ages({ data: 1, at: 0 });
  expect(fresh).not.toMatch(/STALE/);
  const [old] = await ages({ data: 1, at: -3_600_000 });
  expect(old).toBe('STALE 1h00m');
});

test('data that cannot be read again shows the reason, with control characters escaped', async () => {
  const [, failing, why] = await ages({ data: 1, at: 0, error: refused, failures: 1 });
  expect(failing).toBe('failing');
  expect(why).toBe('no ␛connection');
});

test('the reason why data is old is wrapped over the lines that are available', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 0);
  const error = { ...missing, status: 503, message: 'word '.repeat(40).trim() };
  const slot = { ...EMPTY_SLOT, data: 1, error, failures: 1 };
  const lines = (height: number) => failureLines(deck.cockpit, slot, { width: 40, height }).map(unstyled);
  expect(lines(2)).toHaveLength(2);
  expect(lines(2)[0]).toMatch(/^ Failing, .*: word/);
  expect(lines(20).join('').match(/word/g)).toHaveLength(40);
  expect(failureLines(deck.cockpit, { ...slot, data: undefined }, { width: 40, height: 2 })).toEqual([]);
});
