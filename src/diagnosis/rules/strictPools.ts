import type { Pool } from '../../api/contract/pools.ts';
import { listed } from '../../lib/words.ts';
import { copiesOf } from '../evidence/copies.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { Proof } from '../rule.ts';

const namesOf = (pools: readonly Pool[]): readonly string[] => pools.flatMap(({ name }) => name ?? []);

/** The pools with missing copies as a proof, if their min_size allows none to be missing; empty if there are none. */
export function strictProofs({ strictPools: pools }: DiagnosticEvidence): readonly Proof[] {
  if (pools.length === 0) return [];
  return [
    {
      text: `${listed(namesOf(pools), 3)}: groups that lack a copy or chunk cannot serve I/O, as min_size equals size`,
      source: 'status',
    },
  ];
}

/**
 * The first step if such pools wait for daemons. A lower min_size is suggested only for pools that even then take no writes with
 * a single copy, or with no more chunks than their data needs.
 * @param who the daemons to start, in words
 */
export function strictSteps({ strictPools: pools }: DiagnosticEvidence, who: string): readonly string[] {
  if (pools.length === 0) return [];
  const safe = pools.filter((pool) => {
    const least = pool.erasureCoding === true ? (pool.dataChunks ?? Number.NaN) + 1 : 2;
    return (copiesOf(pool).minSize ?? 0) - 1 >= least;
  });
  const waiting = listed(namesOf(pools), 3);
  return [
    safe.length === 0
      ? `start ${who}: parts of ${waiting} cannot serve I/O until then`
      : `start ${who}; until then, lowering min_size by 1 lets ${listed(namesOf(safe), 3)} serve (\`ceph osd pool set\`)`,
  ];
}
