import { naturalOrder } from '../../lib/natural.ts';
import { type ClusterChange, namedIn, UPMAP } from '../evidence/changes.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { isOsdMissing } from '../evidence/failures.ts';
import type { LogLine } from '../evidence/log.ts';
import { osdIdOf } from '../evidence/osds.ts';
import { misplacedIn } from '../healing/recoveryCounts.ts';
import { fromChange, type Rule } from '../rule.ts';
import { MOVING, ofCheck, PLACEMENT_CHECKS } from '../symptomIds.ts';

/** Commands that make the cluster place data elsewhere. */
const MOVING_COMMANDS = [
  'osd in',
  'osd out',
  'osd new',
  'osd purge',
  'osd rm',
  'osd destroy',
  'osd reweight',
  'osd reweight-by-utilization',
  'osd reweight-by-pg',
  'osd setcrushmap',
  'osd crush add',
  'osd crush set',
  'osd crush move',
  'osd crush link',
  'osd crush unlink',
  'osd crush rm',
  'osd crush remove',
  'osd crush swap-bucket',
  'osd crush reweight',
  'osd crush reweight-all',
  'osd crush reweight-subtree',
  'osd crush weight-set',
  'osd crush set-device-class',
  'osd crush rm-device-class',
  'osd crush set-tunable',
  'osd crush tunables',
  'osd pg-upmap',
  'osd pg-upmap-items',
  'osd rm-pg-upmap',
  'osd rm-pg-upmap-items',
];
/** The command that changes a pool, and its settings that move data or add copies. */
const POOL_CHANGE = 'osd pool set ';
const POOL_SETTINGS: ReadonlySet<string> = new Set([
  'size',
  'pg_num',
  'pg_num_actual',
  'pgp_num',
  'pgp_num_actual',
  'crush_rule',
]);

/** Somebody has changed where data belongs, or how many copies of it there should be. */
export const dataMoved: Rule = {
  kind: 'data-moved',
  cost: 2,
  propose(evidence) {
    // While an OSD that should have data is down, its failure explains missing copies.
    const isTroubled =
      PLACEMENT_CHECKS.some((code) => evidence.checks.has(code)) || misplacedIn(evidence.status) > 0;
    if (!isTroubled || isOsdMissing(evidence)) return [];
    const changes = lastSeries(
      evidence.changes.filter((change) => isPlacing(change, evidence) && mayStillMove(change, evidence)),
      evidence.log.healthy,
    );
    const [first, last] = [changes[0], changes.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      {
        kind: 'data-moved',
        objects: [...new Set(changes.flatMap((change) => namesIn(change, evidence)))].toSorted(naturalOrder),
        since: first.at,
        explains: [...PLACEMENT_CHECKS.map(ofCheck), MOVING],
        against: [],
        isProven: false,
        text: changes.every(isBalancing) ? BALANCING : `${movedBy(changes.length)}: ${last.text}`,
        proofs: changes.slice(-2).map(fromChange),
        next: [
          'let recovery run; if clients suffer, slow it down',
          ...(changes.every(isBalancing)
            ? ['pause the balancer if it should wait']
            : changes.every(isFinal)
              ? []
              : ['reverse the change if it was a mistake']),
        ],
      },
    ];
  },
};

const movedBy = (changes: number): string =>
  changes > 1 ? `${changes} changes move data or add copies, the last` : 'a change moves data or adds copies';

const BALANCING = 'the balancer moves placement groups, so that all OSDs are equally full';

/** True if a manager, whose module balances the OSDs, has moved placement groups. */
const isBalancing = ({ text, who }: ClusterChange): boolean => UPMAP.test(text) && who.startsWith('mgr.');

/** True if a change cannot be reversed: an OSD was removed, or made. */
const isFinal = ({ text }: ClusterChange): boolean => /^osd (?:purge|rm|destroy|new) /.test(text);

/** The longest pause between changes that belong together, such as those that drain a server, in milliseconds. */
const PAUSE_MS = 2 * 60_000;

/** The last of some changes with those that preceded it without a long pause, and without a healthy cluster in between. */
function lastSeries(
  changes: readonly ClusterChange[],
  healthy: readonly LogLine[],
): readonly ClusterChange[] {
  const first = changes.findLastIndex(({ at }, index) => {
    const before = changes[index - 1]?.at ?? -Infinity;
    return at - before > PAUSE_MS || healthy.some((line) => line.at > before && line.at < at);
  });
  return changes.slice(Math.max(first, 0));
}

/** The time in milliseconds for which a change alone may explain missing copies, without other evidence. */
const RECENT_MS = 15 * 60_000;

/** True unless a change is so old that copies may be missing for another reason, which the log has no more. */
const mayStillMove = (
  { at, text }: ClusterChange,
  { at: now, status, troubledPools, shortages }: DiagnosticEvidence,
): boolean => {
  if (now - at < RECENT_MS || misplacedIn(status) > 0) return true;
  // Pools that lack failure domains have a cause of their own.
  const short = new Set(shortages.flatMap(({ pools }) => pools));
  const [pool, ...others] = troubledPools.difference(short);
  return pool !== undefined && others.length === 0 && text.startsWith(`${POOL_CHANGE}${pool} `);
};

function isPlacing({ text }: ClusterChange, { troubledPools }: DiagnosticEvidence): boolean {
  if (!text.startsWith(POOL_CHANGE))
    return MOVING_COMMANDS.some((command) => text === command || text.startsWith(`${command} `));
  // A change of one pool leaves the others as they are.
  const words = text.split(' ');
  return words.some((word) => POOL_SETTINGS.has(word)) && words.some((word) => troubledPools.has(word));
}

/** The OSDs, places and pools that a command names. */
function namesIn(change: ClusterChange, { osds, places, status }: DiagnosticEvidence): readonly string[] {
  const pools = status?.placementGroups ?? [];
  const isKnown = (word: string) =>
    osds.has(osdIdOf(word) ?? -1) ||
    places.some(({ name }) => name === word) ||
    pools.some(({ poolName }) => poolName === word);
  return namedIn(change).filter(isKnown);
}
