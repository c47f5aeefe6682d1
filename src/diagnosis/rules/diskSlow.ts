import { listed, plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState } from '../evidence/osds.ts';
import { BUSY_MS } from '../evidence/queues.ts';
import { isAlertAbout, SLOW_ALERT, SLOW_ALERT_OSD, slowDisks } from '../evidence/slowDisks.ts';
import { waitersOf } from '../evidence/waiters.ts';
import { beginningIn, fromLog, hostOf, onHost, type Candidate, type Proof, type Rule } from '../rule.ts';
import { ofCheck, ofOsd } from '../symptomIds.ts';
import { checkRule } from './checkRule.ts';
import { slowSymptoms } from './slowSymptoms.ts';
import { smartProofs } from './smartProofs.ts';

/** The disk of one OSD is far slower than other disks: it works, but requests wait for it. */
export const diskSlow: Rule = {
  kind: 'disk-slow',
  cost: 2,
  propose(evidence) {
    const waiters = waitersOf(evidence);
    const slow = slowDisks(evidence);
    const others = comparison(evidence, slow);
    const present = [...slow].flatMap(([id, commitMs]) => {
      const osd = evidence.osds.get(id);
      return osd?.up === true
        ? [candidateOf(evidence, osd, { commitMs, waiters: waiters.get(id)?.size ?? 0, others })]
        : [];
    });
    return [...present, ...slowToday.propose(evidence)];
  },
};

/** Disks that were slow within the last day, and may be fine now. */
const slowToday = checkRule({
  kind: 'disk-slow',
  codes: [SLOW_ALERT],
  object: SLOW_ALERT_OSD,
  isOver: true,
  text: (osds) =>
    osds.length > 1
      ? `the disks of ${listed(osds, 4)} were slow at times within the last day`
      : `the disk of ${osds[0] ?? 'an OSD'} was slow at times within the last day`,
  next: (osds) => [
    osds.length > 1
      ? 'look at latency and SMART of these disks; replace those that stay slow'
      : 'look at latency and SMART of this disk; replace it if it stays slow',
  ],
});

/** The evidence that a disk is slow. */
interface Slowness {
  /** The commit latency in milliseconds; NaN if only the log reports the disk. */
  readonly commitMs: number;
  /** The number of OSDs that wait for it. */
  readonly waiters: number;
  /** The comparison with other disks, in words. */
  readonly others: string;
}

function candidateOf(
  evidence: DiagnosticEvidence,
  osd: OsdState,
  { commitMs, waiters, others }: Slowness,
): Candidate {
  const queue = evidence.daemons?.queues?.find((one) => one.osd === osd.id)?.ms ?? 0;
  const smart = smartProofs(evidence, osd);
  const own = evidence.log.slowDisk.filter(({ service }) => service === osd.name);
  const proofs: Proof[] = [
    ...(Number.isNaN(commitMs)
      ? []
      : [
          {
            text: `${osd.name} commits in ${Math.round(commitMs)} ms${others}`,
            source: 'daemons',
          } as const,
        ]),
    ...(waiters > 0
      ? [{ text: `requests of ${plural(waiters, 'OSD')} wait for it`, source: 'daemons' } as const]
      : []),
    ...own.slice(-2).map(fromLog),
    ...smart,
  ];
  return {
    kind: 'disk-slow',
    objects: [osd.name],
    ...hostOf(osd),
    ...beginningIn(evidence, own),
    explains: [
      ofOsd('slow', osd.id),
      ofOsd('waited', osd.id),
      'writes',
      ...slowSymptoms(evidence, [osd]),
      ...(isAlertAbout(evidence, [osd.name]) ? [ofCheck(SLOW_ALERT)] : []),
    ],
    against: [
      ...(evidence.silent.has(osd.id) ? [{ text: `${osd.name} does not answer at all`, weight: 4 }] : []),
      ...(queue >= BUSY_MS
        ? [{ text: `requests wait in the queue of ${osd.name}, as behind those of a busy client`, weight: 2 }]
        : []),
    ],
    isProven: smart.length > 0 || (waiters > 1 && commitMs > PROVEN_MS),
    text: `disk${deviceOf(osd)} of ${osd.name}${onHost(osd)} is slow${Number.isNaN(commitMs) ? '' : `: ${Math.round(commitMs)} ms a commit`}`,
    proofs,
    next:
      smart.length > 0
        ? [`mark ${osd.name} out while its disk still answers, then replace the disk`]
        : [`look at load and SMART of the disk of ${osd.name}`, `mark ${osd.name} out if it stays slow`],
  };
}

/** A comparison with the measured disks that are not slow, in words; empty if there are none. */
function comparison({ daemons }: DiagnosticEvidence, slow: ReadonlyMap<number, number>): string {
  const others = (daemons?.latencies ?? []).filter(({ osd = -1 }) => !slow.has(osd));
  if (others.length === 0) return '';
  const slowest = Math.max(...others.map(({ commitMs = 0 }) => commitMs));
  return `, the slowest of ${plural(others.length, 'other')} in ${Math.round(slowest)} ms`;
}

/** A commit latency that no healthy disk reaches under any load, in milliseconds. */
const PROVEN_MS = 100;

const deviceOf = ({ disk }: OsdState): string => (disk?.name ? ` ${disk.name}` : '');
