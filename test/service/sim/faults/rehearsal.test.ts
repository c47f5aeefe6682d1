import { describe, expect, test } from 'vitest';
import { rehearse, type RehearsalOptions } from '../../../../bench/causes/rehearsal.ts';
import { createSimEngine } from '../../../../src/service/sim/engine.ts';
import { FAULT_KINDS, type FaultKind } from '../../../../src/service/sim/faults/fault.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { checkInvariants } from '../invariants.ts';

function rehearsal(kinds: readonly FaultKind[], options: Partial<RehearsalOptions> = {}) {
  return rehearse({ clock: fakeClock(), seed: 3, scale: 60, kinds, after: 40, ...options });
}

test('a fault begins at the chosen second, and the truth about it is known from then on', () => {
  const { cluster } = rehearsal(['net-loss']);
  const { tick } = cluster.model;
  cluster.step(39);
  expect(cluster.incidents).toEqual([]);
  cluster.step();
  expect(cluster.incidents.map((incident) => [incident.kind, incident.tick - tick])).toEqual([
    ['net-loss', 40],
  ]);
});

test('the clock of the bench drives the simulation', async () => {
  const clock = fakeClock();
  const { cluster } = rehearsal(['osd-hang'], { clock });
  await clock.advance(39_000);
  expect(cluster.incidents).toEqual([]);
  await clock.advance(2000);
  expect(cluster.incidents.map(({ kind }) => kind)).toEqual(['osd-hang']);
});

test('two faults begin one after the other', () => {
  const { cluster } = rehearsal(['disk-slow', 'mon-down'], { apart: 15 });
  cluster.step(60);
  const [first, second] = cluster.incidents;
  expect([first!.kind, second!.kind, second!.tick - first!.tick]).toEqual(['disk-slow', 'mon-down', 15]);
});

describe('harmless decoy events', () => {
  const lines = (decoy: boolean, seed: number) => {
    const { cluster } = rehearsal([], { decoy, seed });
    cluster.step(45);
    const { log, tasks, pools, scrubs } = cluster.model;
    const said = Array.from({ length: log.end - log.first }, (_, index) => log.at(log.first + index)!.m);
    return {
      cluster,
      traces:
        said.filter((line) => /^(?:setting|flag|pool) |config set|osd set/.test(line)).length +
        tasks.list().length +
        (pools.length - 7) +
        scrubs.queue.size,
    };
  };

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('a decoy leaves traces and harms nothing (seed %i)', (seed) => {
    const { cluster, traces } = lines(true, seed);
    expect(traces).toBeGreaterThan(lines(false, seed).traces);
    expect(cluster.incidents).toEqual([]);
    // As an everyday backup does, it names who started it.
    expect(cluster.model.tasks.list().map(({ startedBy }) => startedBy)).not.toContain('');
    cluster.step(60);
    expect([...cluster.model.reported.keys()].filter((code) => code !== 'OSDMAP_FLAGS')).toEqual([]);
  });
});

test('the same seed gives the same events, and another seed different ones', () => {
  const story = (seed: number) => {
    const { cluster } = rehearsal(['osd-hang', 'controller'], { seed, decoy: true });
    cluster.step(100);
    return cluster.incidents.map(({ objects }) => objects);
  };
  expect(story(5)).toEqual(story(5));
  expect(story(5)).not.toEqual(story(6));
});

test.each(FAULT_KINDS)('%s is possible on the smallest cluster', async (kind) => {
  const engine = rehearsal([kind], { scale: 3 });
  engine.cluster.step(120);
  expect(engine.cluster.incidents).toHaveLength(1);
  await checkInvariants(engine);
});

test('all kinds of faults are possible at once on a cluster of a thousand OSDs, within a quarter of an hour', () => {
  const { cluster } = rehearsal(FAULT_KINDS, { scale: 1000 });
  cluster.step(900);
  expect(cluster.incidents.map(({ kind }) => kind)).toEqual(FAULT_KINDS);
});

describe('a drill', () => {
  const kindsOf = (options: { readonly seed?: number }, times: number) => {
    const clock = fakeClock();
    return Array.from({ length: times }, () => {
      const { cluster } = createSimEngine({ clock, scenario: 'drill', ...options });
      return cluster.incidents.map(({ kind }) => kind);
    });
  };

  test('a drill is a single fault, and a different one each time', () => {
    const kinds = kindsOf({}, 12);
    expect(kinds.every(({ length }) => length === 1)).toBe(true);
    expect(new Set(kinds.flat()).size).toBeGreaterThan(5);
  });

  test('a drill is the same for the same seed', () => {
    expect(new Set(kindsOf({ seed: 8 }, 3).flat()).size).toBe(1);
  });
});
