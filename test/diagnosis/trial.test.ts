import { describe, expect, test } from 'vitest';
import { runTrial } from '../../bench/causes/trial.ts';
import { isFalseBlame, isRight } from '../../bench/causes/truth.ts';
import { diagnose } from '../../src/diagnosis/index.ts';
import type { CauseKind } from '../../src/diagnosis/kinds.ts';
import { RULES } from '../../src/diagnosis/rules.ts';
import type { Cause } from '../../src/diagnosis/verdict.ts';
import { FAULT_KINDS, type FaultKind } from '../../src/service/sim/faults/fault.ts';
import { fakeClock } from '../support/fakeClock.ts';

/** The delay in seconds after which a fault is named, if it cannot be named at once (docs/causes.md). */
const NAMED_AFTER: Partial<Record<FaultKind, number>> = {
  'osd-flap': 60,
  'link-flap': 60,
  'net-loss': 60,
  'net-mtu': 60,
  'recovery-capped': 60,
  'object-corrupt': 240,
  'pg-unfound': 75,
  'rule-unsatisfied': 60,
  'large-omap': 240,
  'osd-full': 240,
};
/** Kinds without a fault in the simulated cluster, which are tested on snapshots (rules.test.ts). */
const TOLD_OTHERWISE: readonly CauseKind[] = ['mon-disk', 'daemon-crash', 'configuration', 'reported'];
/** The hanging client is unknown before it is evicted. */
const named = FAULT_KINDS.filter((kind) => kind !== 'client-hung');

const trial = (kinds: readonly FaultKind[], seed: number, looks: readonly number[], decoy = false) =>
  runTrial({ kinds, seed, decoy, looks, scale: 60, clock: fakeClock() });

describe.each([11, 12])('trial on a simulated cluster with seed %i', (seed) => {
  test.each(named)(
    '%s is the first cause that is named, nothing innocent is certain, and no other rule names it',
    async (kind) => {
      const { truths, looks, earlier } = await trial([kind], seed, [NAMED_AFTER[kind] ?? 10], seed === 12);
      const { verdict, snapshot } = looks[0]!;
      const right = (cause: Cause | undefined) => cause !== undefined && isRight(cause, truths[0]!);
      expect(verdict.causes[0]).toSatisfy(right);
      expect(
        verdict.causes.filter((cause) => cause.confidence === 'certain' && isFalseBlame(cause, truths)),
      ).toEqual([]);
      const rules = RULES.filter((rule) => rule.kind !== verdict.causes[0]?.kind);
      expect(rules).toHaveLength(RULES.length - 1);
      expect(diagnose([earlier, snapshot], { rules }).causes.some(right)).toBe(false);
    },
  );
});

test('every rule is tried on a fault', () => {
  const tried = new Set<string>([...FAULT_KINDS, ...TOLD_OTHERWISE]);
  expect(RULES.filter(({ kind }) => !tried.has(kind)).map(({ kind }) => kind)).toEqual([]);
});

test('a client that hangs is reported without a name until its name is known', async () => {
  const { looks, earlier } = await trial(['client-hung'], 11, [50]);
  expect(looks[0]!.verdict.causes).toMatchObject([
    { kind: 'client-hung', objects: [], confidence: 'likely' },
  ]);
  const rules = RULES.filter(({ kind }) => kind !== 'client-hung');
  const { causes } = diagnose([earlier, looks[0]!.snapshot], { rules });
  expect(causes.map(({ kind }) => kind)).not.toContain('client-hung');
});

test.each([1, 2, 3])('nothing is named on a calm cluster with harmless events (seed %i)', async (seed) => {
  const { looks } = await trial([], seed, [30, 120, 300, 600], false);
  expect(looks.flatMap(({ verdict }) => verdict.causes)).toEqual([]);
});

test.each([
  [['osd-down', 'mon-down'], 21],
  [['disk-slow', 'gateway-down'], 22],
  [['host-down', 'disk-error'], 23],
  [['net-slow', 'pool-quota'], 24],
] as const)('two simultaneous faults, %j, are two causes', async (kinds, seed) => {
  const { truths, looks } = await trial(kinds, seed, [60]);
  const { causes } = looks[0]!.verdict;
  for (const truth of truths) expect(causes.some((cause) => isRight(cause, truth))).toBe(true);
  expect(causes.filter((cause) => isFalseBlame(cause, truths))).toEqual([]);
});

test('the same snapshots give the same verdict', async () => {
  const [first, second] = [await trial(['rack-down'], 5, [40]), await trial(['rack-down'], 5, [40])];
  expect(first.looks[0]!.verdict).toEqual(second.looks[0]!.verdict);
});
