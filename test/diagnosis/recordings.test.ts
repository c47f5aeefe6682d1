import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RecordedLook, Recording } from '../../bench/causes/recording.ts';
import { isFalseBlame, isRight } from '../../bench/causes/truth.ts';
import { diagnose } from '../../src/diagnosis/index.ts';
import type { Cause } from '../../src/diagnosis/verdict.ts';

const FOLDER = new URL('./recordings/', import.meta.url);
const files = readdirSync(FOLDER);

/** A recording: a line on the whole, then a line a look. */
function read(file: string): Recording & { readonly looks: readonly RecordedLook[] } {
  const [head = '', ...looks] = readFileSync(new URL(file, FOLDER), 'utf8').trim().split('\n');
  return { ...(JSON.parse(head) as Recording), looks: looks.map((look) => JSON.parse(look) as RecordedLook) };
}

test('the recordings stay small', () => {
  expect(files.reduce((sum, file) => sum + statSync(new URL(file, FOLDER)).size, 0)).toBeLessThan(1e6);
});

describe.each(files)('recording %s of a real cluster', (file) => {
  const { truth, looks, named, mended } = read(file);
  const earlier = looks[0]!.snapshot;
  const verdicts = looks.map(({ after, snapshot }) => ({
    after,
    causes: diagnose([earlier, snapshot]).causes,
  }));
  const innocent = (causes: readonly Cause[]) => causes.filter((cause) => isFalseBlame(cause, [truth]));

  test('no cause is named before the fault is injected', () => {
    const calm = verdicts.filter(({ after }) => after < 0);
    expect(calm).toHaveLength(1);
    expect(calm.flatMap(({ causes }) => causes)).toEqual([]);
  });

  test('the injected fault is the first cause that is named, if it can be recognized', () => {
    const lasting = verdicts.filter(({ after }) => after >= (named ?? 0) && after <= mended);
    expect(lasting.length).toBeGreaterThan(1);
    for (const { causes } of lasting)
      expect(causes.slice(0, 1).some((cause) => isRight(cause, truth))).toBe(named !== undefined);
  });

  test('no innocent part is blamed before, during and after the fault', () => {
    expect(verdicts.at(-1)!.after).toBeGreaterThan(mended);
    expect(verdicts.flatMap(({ causes }) => innocent(causes))).toEqual([]);
  });
});
