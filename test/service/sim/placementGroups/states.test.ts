import { expect, it } from 'vitest';
import { CLEAN, Pg, stateClass, stateName } from '../../../../src/service/sim/placementGroups/states.ts';

const { active, undersized, degraded, remapped, peered, peering, stuck } = Pg;

// The names come from the output of a real cluster.
it.each([
  [CLEAN, 'active+clean', 'okay'],
  [CLEAN | Pg.scrubbing | Pg.deep, 'active+clean+scrubbing+deep', 'okay'],
  [active | undersized | degraded, 'active+undersized+degraded', 'warn'],
  [active | undersized | degraded | stuck, 'active+undersized+degraded', 'warn'],
  [
    active | Pg.recoveryWait | undersized | degraded | remapped,
    'active+recovery_wait+undersized+degraded+remapped',
    'warn',
  ],
  [
    active | undersized | degraded | remapped | Pg.backfilling,
    'active+undersized+degraded+remapped+backfilling',
    'warn',
  ],
  [Pg.stale | CLEAN, 'stale+active+clean', 'warn'],
  [remapped | peering, 'remapped+peering', 'warn'],
  [peering | stuck, 'peering', 'error'],
  [undersized | degraded | peered, 'undersized+degraded+peered', 'error'],
  [CLEAN | Pg.inconsistent, 'active+clean+inconsistent', 'error'],
  [Pg.down | undersized | degraded, 'down+undersized+degraded', 'error'],
] as const)('the state %i is %s and counts as %s', (state, name, kind) => {
  expect(stateName(state)).toBe(name);
  expect(stateClass(state)).toBe(kind);
});
