import { describe, expect, test } from 'vitest';
import type { Transition } from '../../../src/store/answers/journalState.ts';
import { selectChanges } from '../../../src/store/facts/changes.ts';
import type { Absence } from '../../../src/store/session/viewState.ts';

const MINUTE = 60_000;
const away: Absence = { since: 10 * MINUTE, until: undefined, seen: new Map() };

const went = (at: number, from: string, to: string, subject = 'osd.3'): Transition => ({
  at: at * MINUTE,
  exact: true,
  after: at * MINUTE - 2000,
  kind: 'osd',
  subject,
  from,
  to,
});

const subjects = (transitions: readonly Transition[], absence: Absence | undefined = away) => [
  ...selectChanges({ transitions, absence }).of.keys(),
];

describe('changes while the operator is away', () => {
  test('an object has changed if it differs from its state at the last key press', () => {
    expect(subjects([went(11, 'UP', 'DOWN')])).toEqual(['osd.3']);
    expect(subjects([went(11, 'UP', 'DOWN'), went(12, 'DOWN', 'UP')])).toEqual([]);
  });

  test('without an absence nothing is marked', () => {
    expect(selectChanges({ transitions: [went(11, 'UP', 'DOWN')], absence: undefined }).of.size).toBe(0);
  });

  test('a change before the last key press does not count', () => {
    expect(subjects([went(9, 'UP', 'DOWN')])).toEqual([]);
  });

  test('a change after the return was seen, and one that was undone by then does not count', () => {
    const back = { ...away, until: 20 * MINUTE };
    expect(subjects([went(21, 'UP', 'DOWN')], back)).toEqual([]);
    expect(subjects([went(19, 'UP', 'DOWN'), went(21, 'DOWN', 'UP')], back)).toEqual([]);
    expect(subjects([went(19, 'UP', 'DOWN')], back)).toEqual(['osd.3']);
    expect(subjects([went(20, 'UP', 'DOWN')], back)).toEqual(['osd.3']);
    expect(subjects([went(10, 'UP', 'DOWN')], back)).toEqual([]);
  });

  test('an object that was looked at is marked again only if it changes again', () => {
    const looked = { ...away, seen: new Map([['osd.3', 12 * MINUTE]]) };
    expect(subjects([went(11, 'UP', 'DOWN')], looked)).toEqual([]);
    expect(subjects([went(11, 'UP', 'DOWN'), went(13, 'DOWN', 'UP')], looked)).toEqual(['osd.3']);
  });

  test('an object that was not watched when the absence began is not marked', () => {
    expect(subjects([{ ...went(11, 'UP', 'DOWN'), after: 5 * MINUTE }])).toEqual([]);
    expect(subjects([{ ...went(11, 'UP', 'DOWN'), after: undefined }])).toEqual([]);
  });

  test('if there are too many changes to keep, the oldest are dropped, and the time since when they are complete is shown', () => {
    const many = Array.from({ length: 1000 }, (_, index) => went(20 + index, 'UP', 'DOWN', `osd.${index}`));
    const { since, of } = selectChanges({ transitions: many, absence: away });
    expect(since).toBe(20 * MINUTE);
    expect(of.has('osd.0')).toBe(false);
    expect(of.size).toBe(999);
  });
});
