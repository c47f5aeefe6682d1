import { rate } from '../../lib/format.ts';
import { listed } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { Rule } from '../rule.ts';
import { ofCheck } from '../symptoms.ts';

const CODES = ['OSD_FULL', 'OSD_BACKFILLFULL', 'OSD_NEARFULL'];
/** Ceph names every pool that has data on such an OSD, whichever of them grew. */
const FOLLOWS = ['POOL_FULL', 'POOL_BACKFILLFULL', 'POOL_NEARFULL', 'PG_BACKFILL_FULL', 'PG_RECOVERY_FULL'];

/** The pool that grew most, by a factor of this over all others together. */
const ALONE = 2;

/** OSDs fill up, and one pool is what grows. */
export const osdFull: Rule = {
  kind: 'osd-full',
  cost: 1,
  propose(evidence) {
    const raised = CODES.flatMap((code) => evidence.checks.get(code) ?? []);
    if (raised.length === 0) return [];
    const osds = raised.flatMap(({ detail }) =>
      detail.flatMap((line) => /^(osd\.\d+) is /.exec(line)?.[1] ?? []),
    );
    const grows = growing(evidence);
    return [
      {
        kind: 'osd-full',
        objects: grows === undefined ? osds : [grows.name, ...osds],
        since: undefined,
        explains: [...CODES, ...FOLLOWS].map(ofCheck),
        against: [],
        isProven: grows !== undefined || osds.length > 0,
        text: `${listed(osds, 4) || 'OSDs'} ${osds.length === 1 ? 'fills' : 'fill'} up${grows === undefined ? '' : `: the pool ${grows.name} grows by ${rate(grows.growth)}`}`,
        proofs: [
          ...raised.map(({ message }) => ({ text: message, source: 'health' as const })),
          ...(grows === undefined
            ? []
            : [{ text: `${grows.name} grows by ${rate(grows.growth)}`, source: 'status' as const }]),
        ],
        next: [
          'delete or move data, or add OSDs, before they are full',
          ...(grows === undefined ? ['see which pool grows'] : []),
        ],
      },
    ];
  },
};

function growing({
  trends,
}: DiagnosticEvidence): { readonly name: string; readonly growth: number } | undefined {
  const [first] = [...trends.poolGrowth].toSorted((a, b) => b[1] - a[1]);
  const all = trends.poolGrowth.values().reduce((sum, growth) => sum + Math.max(0, growth), 0);
  if (first === undefined || first[1] <= 0 || first[1] < ALONE * (all - first[1])) return undefined;
  return { name: first[0], growth: first[1] };
}
