import { percent, plainRate as rate } from '../../lib/format.ts';
import { listed } from '../../lib/words.ts';
import type { ClusterCheck } from '../evidence/checks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { osdIdOf, type OsdState } from '../evidence/osds.ts';
import { type Candidate, fromChange, type Proof, type Rule } from '../rule.ts';
import { ofCheck } from '../symptomIds.ts';

const CODES = ['OSD_FULL', 'OSD_BACKFILLFULL', 'OSD_NEARFULL'];
/** The codes of checks that follow from it. Ceph raises those about pools for every pool with data on such an OSD. */
const FOLLOWS = ['POOL_FULL', 'POOL_BACKFILLFULL', 'POOL_NEARFULL', 'PG_BACKFILL_FULL', 'PG_RECOVERY_FULL'];

/** The factor by which the pool to blame grows faster than all others together. */
const DOMINANCE = 2;

/** OSDs fill up, possibly because of one growing pool. */
export const osdFull: Rule = {
  kind: 'osd-full',
  cost: 1,
  propose(evidence) {
    const raised = CODES.flatMap((code) => evidence.checks.get(code) ?? []);
    if (raised.length === 0) return [];
    const osds = raised.flatMap(osdsIn);
    const full = evidence.checks.get('OSD_FULL');
    const pool = growingPool(evidence);
    const usage = usageOf(evidence, osds);
    const low = lowRatio(raised[0], usage);
    const ratios = evidence.changes.filter(({ text }) => RATIO.test(text)).slice(-CODES.length);
    return [
      {
        kind: 'osd-full',
        objects: pool === undefined ? osds : [pool.name, ...osds],
        since: undefined,
        explains: [...CODES, ...FOLLOWS].map(ofCheck),
        against: [],
        isProven: pool !== undefined || osds.length > 0,
        text:
          low?.text ??
          `${full === undefined ? fillingText(osds) : fullText(osdsIn(full))}${pool === undefined ? '' : `: the pool ${pool.name} grows by ${rate(pool.growth)}`}`,
        proofs: [
          ...raised.map(({ message }) => ({ text: message, source: 'health' as const })),
          ...(usage?.proofs ?? []),
          ...(pool === undefined
            ? []
            : [{ text: `${pool.name} grows by ${rate(pool.growth)}`, source: 'status' as const }]),
          ...ratios.map(fromChange),
        ],
        next: low?.next ?? [
          ...(ratios.length === 0 ? [] : ['set the ratio back if it was lowered by mistake']),
          ...(usage?.isUneven === true
            ? [`move data off ${usage.fullest.name}: see whether the balancer is on, or lower its reweight`]
            : []),
          ...(full === undefined
            ? ['delete or move data, or add OSDs, before they are full']
            : STEPS_IF_FULL),
          ...(pool === undefined ? ['see which pool grows'] : []),
        ],
      },
    ];
  },
};

/** The steps if OSDs are full, when Ceph may refuse even what frees space. */
const STEPS_IF_FULL = [
  'raise the full ratio a little for now (`ceph osd set-full-ratio`): until then even deletions may wait',
  'then delete or move data, or add OSDs, and set the ratio back',
];

/** Matches the commands that set the shares of a capacity from which an OSD counts as full, or nearly so. */
const RATIO = /^osd set-(?:full|backfillfull|nearfull)-ratio /;

/** The ratios whose checks depend on nothing but the usage; backfillfull counts data that is still to come as well. */
const RATIOS = [
  { code: 'OSD_FULL', words: 'full, so that writes fail', name: 'full', usual: 0.95 },
  { code: 'OSD_NEARFULL', words: 'nearly full', name: 'nearfull', usual: 0.85 },
] as const;
/** The share of the capacity below which no default ratio is exceeded, even if the usage was read some time ago. */
const FAR_BELOW = 0.75;

/** The words about OSDs that count as full, or nearly so, although they have space; undefined if they have not. */
function lowRatio(
  check: ClusterCheck | undefined,
  usage: FullnessFigures | undefined,
): Pick<Candidate, 'text' | 'next'> | undefined {
  const ratio = RATIOS.find(({ code }) => code === check?.code);
  const { usedShare = 1 } = usage?.fullest ?? {};
  if (check === undefined || ratio === undefined || usedShare >= FAR_BELOW) return undefined;
  const osds = osdsIn(check);
  const isOne = osds.length === 1;
  return {
    text: `the ${ratio.name} ratio is set low: ${listed(osds, 4)} ${isOne ? 'counts' : 'count'} as ${ratio.words}, with ${percent(usedShare)} used${isOne ? '' : ' at most'}`,
    next: [
      `set it back (\`ceph osd set-${ratio.name}-ratio ${ratio.usual}\`) once whoever lowered it agrees`,
    ],
  };
}

/** The OSDs that the details of a check name. */
const osdsIn = ({ detail }: ClusterCheck): readonly string[] =>
  detail.flatMap((line) => /^(osd\.\d+) is /.exec(line)?.[1] ?? []);

const fillingText = (osds: readonly string[]): string =>
  `${listed(osds, 4) || 'OSDs'} ${osds.length === 1 ? 'fills' : 'fill'} up`;

const fullText = (osds: readonly string[]): string =>
  `${listed(osds, 4) || 'OSDs'} ${osds.length === 1 ? 'is' : 'are'} full, so that writes fail`;

/** The number of OSDs whose usage is given as a proof. */
const MAX_OSDS = 3;
/** The share of the capacity by which an OSD must be fuller than the average of its class for data to be distributed unevenly. */
const UNEVEN = 0.1;

interface FullnessFigures {
  readonly fullest: OsdState;
  readonly proofs: readonly Proof[];
  /** The fullest OSD is much fuller than others of its class, so that there is space for its data. */
  readonly isUneven: boolean;
}

/** The usage of these OSDs, and on average of their class; undefined if it is not known. */
function usageOf({ osds }: DiagnosticEvidence, names: readonly string[]): FullnessFigures | undefined {
  const shareOf = ({ usedShare = 0 }: OsdState) => usedShare;
  const known = names
    .flatMap((name) => osds.get(osdIdOf(name) ?? -1) ?? [])
    .filter(({ usedShare }) => usedShare !== undefined)
    .toSorted((a, b) => shareOf(b) - shareOf(a));
  const [fullest] = known;
  if (fullest === undefined) return undefined;
  const others = [...osds.values()].filter(
    (osd) => osd.in && osd.usedShare !== undefined && osd.deviceClass === fullest.deviceClass,
  );
  const average = others.reduce((sum, osd) => sum + shareOf(osd), 0) / Math.max(1, others.length);
  const each = known.slice(0, MAX_OSDS).map((osd) => `${osd.name} ${percent(shareOf(osd))}`);
  const ofClass = fullest.deviceClass === '' ? '' : ` of class ${fullest.deviceClass}`;
  return {
    fullest,
    proofs: [
      {
        text: `used: ${each.join(', ')}; OSDs${ofClass} on average ${percent(average)}`,
        source: 'crush',
      },
    ],
    isUneven: shareOf(fullest) - average > UNEVEN,
  };
}

/** The pool that causes most of the growth; undefined if no pool stands out. */
function growingPool({
  trends,
}: DiagnosticEvidence): { readonly name: string; readonly growth: number } | undefined {
  const [first] = [...trends.poolGrowth].toSorted((a, b) => b[1] - a[1]);
  const all = trends.poolGrowth.values().reduce((sum, growth) => sum + Math.max(0, growth), 0);
  if (first === undefined || first[1] <= 0 || first[1] < DOMINANCE * (all - first[1])) return undefined;
  return { name: first[0], growth: first[1] };
}
