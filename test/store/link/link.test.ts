import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createLink,
  withRoundTrip,
  type LinkVerdict,
  INITIAL_VERDICT,
} from '../../../src/store/link/link.ts';
import { fakeClock } from '../../support/fakeClock.ts';

interface Sample {
  readonly ms: number;
  /** The time since the previous sample. */
  readonly after: number;
}

const samples = (least: number, most: number) =>
  fc.array(
    fc.record({ ms: fc.integer({ min: least, max: most }), after: fc.integer({ min: 1, max: 3000 }) }),
    {
      maxLength: 300,
    },
  );

/** The verdict after each sample, with its time. */
function verdicts(series: readonly Sample[], from: LinkVerdict = INITIAL_VERDICT) {
  let at = 0;
  let verdict = from;
  return series.map(({ ms, after }) => {
    at += after;
    verdict = withRoundTrip(verdict, ms, at);
    return { at, ...verdict };
  });
}

/** When it changed its mind. */
function changes(series: readonly Sample[], from: LinkVerdict = INITIAL_VERDICT): number[] {
  let { slow } = from;
  return verdicts(series, from).flatMap((verdict) => {
    if (verdict.slow === slow) return [];
    slow = verdict.slow;
    return [verdict.at];
  });
}

const steady = (ms: number, count: number): Sample[] =>
  Array.from({ length: count }, () => ({ ms, after: 500 }));

const SLOW = verdicts(steady(400, 20)).at(-1) ?? INITIAL_VERDICT;

describe('rating of a link', () => {
  test('a link is rated fast until five answers have been slow for two seconds', () => {
    expect(changes(steady(300, 30))).toEqual([5 * 500 + 2000]);
    expect(changes(steady(240, 100))).toEqual([]);
  });

  test('a link is rated fast again after ten seconds of fast answers', () => {
    expect(SLOW.slow).toBe(true);
    const [at = 0, ...more] = changes(steady(20, 60), SLOW);
    expect(more).toEqual([]);
    expect(at).toBeGreaterThanOrEqual(10_000);
  });

  test('a link stays fast after a few late answers', () => {
    fc.assert(
      fc.property(samples(0, 120), samples(2000, 9000), (fast, late) => {
        // At most four of any nine samples.
        const mixed = fast.flatMap((sample, index) =>
          index % 3 === 0 && late[index] ? [sample, late[index]] : [sample],
        );
        expect(changes([...steady(10, 9), ...mixed])).toEqual([]);
      }),
    );
  });

  test('the rating of a link never flaps on noise around either threshold', () => {
    fc.assert(
      fc.property(samples(151, 600), (series) => {
        expect(changes(series).length).toBeLessThanOrEqual(1);
      }),
    );
    fc.assert(
      fc.property(samples(0, 250), (series) => {
        expect(changes(series, SLOW).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('the rating of a link changes no faster than its delays, whatever comes', () => {
    fc.assert(
      fc.property(samples(0, 2000), (series) => {
        const times = changes(series);
        for (const [index, at] of times.entries())
          expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(2000);
      }),
    );
  });

  test('the rating of a link keeps at most nine answers', () => {
    fc.assert(
      fc.property(samples(0, 2000), (series) => {
        for (const { roundTrips } of verdicts(series)) expect(roundTrips.length).toBeLessThanOrEqual(9);
      }),
    );
  });
});

describe('state of a link', () => {
  const measure = async (
    link: ReturnType<typeof createLink>,
    clock: ReturnType<typeof fakeClock>,
    ms: number,
  ) => {
    for (let count = 0; count < 30; count++) {
      await clock.advance(1000);
      link.measured(ms);
    }
  };

  test('the state of a link shows the round trip in steps and hides small variations', async () => {
    const clock = fakeClock();
    const link = createLink(clock);
    await measure(link, clock, 317);
    const state = link.store.getState();
    expect(state).toEqual({ choice: 'auto', slow: true, roundTripMs: 320 });
    await measure(link, clock, 362);
    expect(link.store.getState()).toBe(state);
    await measure(link, clock, 644);
    expect(link.store.getState().roundTripMs).toBe(640);
  });

  test.each([
    ['on', 5, true],
    ['off', 900, false],
  ] as const)('the rating of a link is the one set by the operator: %s', async (choice, ms, slow) => {
    const clock = fakeClock();
    const link = createLink(clock, choice);
    expect(link.store.getState().slow).toBe(slow);
    await measure(link, clock, ms);
    expect(link.store.getState().slow).toBe(slow);
    link.choose('auto');
    expect(link.store.getState()).toMatchObject({ choice: 'auto', slow: !slow });
  });
});
