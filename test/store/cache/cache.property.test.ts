import fc from 'fast-check';
import { test } from 'vitest';
import { createCache } from '../../../src/store/cache/cache.ts';
import { composed } from '../../../src/store/cache/resource.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeApi, unreachable } from '../fakeApi.ts';

type Step =
  | { readonly do: 'watch' | 'leave' | 'refresh' | 'pause' | 'resume' }
  | { readonly do: 'wait'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom(
      'watch' as const,
      'leave' as const,
      'refresh' as const,
      'pause' as const,
      'resume' as const,
    ),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
);

/** The course of a read: its duration, and whether it succeeds. */
const answer = fc.record({ ms: fc.integer({ min: 0, max: 15_000 }), good: fc.boolean() });

/** Runs the steps against a resource with prepared answers, and counts its reads. */
async function play(
  steps: readonly Step[],
  answers: readonly { readonly ms: number; readonly good: boolean }[],
) {
  const clock = fakeClock();
  const seen = { begun: 0, underWay: 0, most: 0 };
  const read = (_: unknown, signal: AbortSignal) =>
    new Promise<never[]>((resolve, reject) => {
      const { ms, good } = answers[seen.begun % answers.length] ?? { ms: 0, good: true };
      seen.begun++;
      seen.underWay++;
      seen.most = Math.max(seen.most, seen.underWay);
      const end = (settle: () => void) => {
        timer[Symbol.dispose]();
        signal.removeEventListener('abort', abort);
        seen.underWay--;
        settle();
      };
      const abort = () => end(() => reject(unreachable('aborted')));
      const timer = clock.after(ms, () => end(() => (good ? resolve([]) : reject(unreachable()))));
      signal.addEventListener('abort', abort);
    });
  const cache = createCache({ api: fakeApi({}), clock });
  const flags = composed({ key: ['flags'], read, everyMs: 2000 });
  const readers: Disposable[] = [];
  for (const action of steps) {
    if (action.do === 'watch') readers.push(cache.watch(flags));
    else if (action.do === 'leave') readers.pop()?.[Symbol.dispose]();
    else if (action.do === 'refresh') void cache.refresh(flags);
    else if (action.do === 'wait') await clock.advance(action.ms);
    else cache[action.do]();
  }
  return { clock, cache, flags, readers, seen };
}

const runs = { numRuns: 150 };

test('two reads of a resource never overlap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.array(answer, { minLength: 1 }),
      async (steps, answers) => {
        const { seen } = await play(steps, answers);
        return seen.most <= 1;
      },
    ),
    runs,
  );
});

test('a watched resource is always read again, whatever happened before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.array(answer, { minLength: 1 }),
      async (steps, answers) => {
        const { clock, cache, flags, seen } = await play(steps, answers);
        cache.watch(flags);
        cache.resume();
        const before = seen.begun;
        // The longest wait after a failure, with the longest read before and after it.
        await clock.advance(60_000 + 2 * 15_000);
        return seen.begun > before;
      },
    ),
    runs,
  );
});

test('after the last reader left nothing is read and no timer is pending', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.array(answer, { minLength: 1 }),
      async (steps, answers) => {
        const { clock, cache, readers, seen } = await play(steps, answers);
        for (const reader of readers) reader[Symbol.dispose]();
        cache.resume();
        // Reads requested by a refresh may still end, one after the other.
        await clock.advance(3 * 15_000);
        const before = seen.begun;
        await clock.advance(600_000);
        return seen.begun === before && seen.underWay === 0 && clock.pending() === 0;
      },
    ),
    runs,
  );
});
