import { listed, plural } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { isPause, pausedText } from '../evidence/flags.ts';
import { RECOVERY_FLAGS } from '../healing/healing.ts';
import { misplacedIn } from '../healing/recoveryCounts.ts';
import { changesOf } from '../pacing.ts';
import { earliest, fromChange, onHost, type Candidate, type Rule } from '../rule.ts';
import { ofCheck, ofFlag, ofOsd, SERVING_SYMPTOMS } from '../symptomIds.ts';
import { hasWork } from '../work.ts';
import { announcedLosses, settingsOf, workThere } from './announced.ts';
import { groupMaintenance } from './groupFlags.ts';
import { hostMaintenance } from './hostMaintenance.ts';
import { hostDown, rackDown } from './placeDown.ts';

/** The flags that prevent scrubs. */
const SCRUB: ReadonlySet<string> = new Set(['noscrub', 'nodeep-scrub']);

/** A flag prevents recovery or rebalancing that is needed now, or would be needed after the next failure. */
export const recoveryHeld: Rule = {
  kind: 'recovery-held',
  cost: 1,
  propose(evidence) {
    const flags = evidence.flags.filter((name) => RECOVERY_FLAGS.has(name));
    if (flags.length === 0) return [];
    // norebalance alone does not prevent the recovery of missing copies.
    const stopsRecovery = flags.some((name) => name !== 'norebalance');
    // Ceph reports misplaced objects in a check only if it is set to.
    const waiting = stopsRecovery
      ? hasWork(evidence)
      : evidence.checks.has('OBJECT_MISPLACED') || misplacedIn(evidence.status) > 0;
    // While OSDs are down, their failure explains degraded data.
    const held = stopsRecovery && evidence.notUp.length === 0 ? ['PG_DEGRADED'] : [];
    return [
      flagged(evidence, 'recovery-held', {
        flags,
        text: waiting
          ? `data waits to be restored or moved, and ${preventing(flags)} it`
          : `${areSet(flags)}: ${flags.includes('norecover') ? 'nothing would be restored' : 'no data would be moved'}`,
        explains: [ofCheck('OSDMAP_FLAGS'), ...(waiting ? ['OBJECT_MISPLACED', ...held].map(ofCheck) : [])],
      }),
    ];
  },
};

const preventing = (flags: readonly string[]): string =>
  `${listed(flags)} ${flags.length === 1 ? 'prevents' : 'prevent'}`;

const areSet = (flags: readonly string[]): string =>
  `${listed(flags)} ${flags.length === 1 ? 'is' : 'are'} set`;

/** A flag was set for maintenance: servers that are down were switched off on purpose, or failed during that time. */
export const maintenance: Rule = {
  kind: 'maintenance',
  cost: 1,
  propose: (evidence) => [
    ...hostMaintenance(evidence),
    ...clusterMaintenance(evidence),
    ...groupMaintenance(evidence),
  ],
};

/** Maintenance that flags of the whole cluster announce. */
function clusterMaintenance(evidence: DiagnosticEvidence): readonly Candidate[] {
  const others = evidence.flags.filter((name) => !RECOVERY_FLAGS.has(name) && !SCRUB.has(name));
  const pauses = others.filter(isPause);
  const flags = others.filter((name) => !isPause(name));
  if (pauses.length > 0) return [paused(evidence, pauses), ...clusterMaintenance({ ...evidence, flags })];
  if (flags.length === 0) return [];
  const hidden = flags.includes('nodown') ? hiddenFailure(evidence) : undefined;
  if (hidden !== undefined) {
    const rest = flags.filter((name) => name !== 'nodown');
    return [hidden, ...clusterMaintenance({ ...evidence, flags: rest })];
  }
  const places = flags.includes('noout')
    ? announcedLosses(settingsOf(evidence.changes, 'noout')[0]?.at, [
        ...rackDown.propose(evidence),
        ...hostDown.propose(evidence),
      ])
    : [];
  const [place, ...elsewhere] = places;
  const work = place && workThere(evidence, [place, ...elsewhere], listed(flags));
  return [
    flagged(evidence, 'maintenance', {
      flags,
      places: [...new Set(places.flatMap(({ objects }) => objects))],
      text:
        work === undefined
          ? blocksStart(flags, evidence)
            ? `noup is set: no OSD that is down can come up${flags.length > 1 ? `; also set: ${listed(flags.filter((name) => name !== 'noup'))}` : ''}`
            : areSet(flags)
          : `${areSet(flags)}, and ${work.text}`,
      explains: [ofCheck('OSDMAP_FLAGS'), ...places.flatMap(({ explains }) => explains)],
      ...(blocksStart(flags, evidence) && { next: ['clear noup once whoever set it agrees'] }),
      ...(work && { next: work.next, proofs: work.proofs, isProven: work.isProven }),
    }),
  ];
}

/** OSDs that answer nobody stay in use, because nodown is set: their clients wait until somebody clears it. */
function hiddenFailure(evidence: DiagnosticEvidence): Candidate | undefined {
  const silent = [...evidence.silent].flatMap((id) => evidence.osds.get(id) ?? []).filter(({ up }) => up);
  if (silent.length === 0) return undefined;
  const who = silent.length === 1 ? `${silent[0]!.name}${onHost(silent[0]!)}` : plural(silent.length, 'OSD');
  const [answers, it, stays] = silent.length === 1 ? ['answers', 'it', 'stays'] : ['answer', 'they', 'stay'];
  const names = silent.map(({ name }) => name);
  return {
    ...flagged(evidence, 'maintenance', {
      flags: ['nodown'],
      places: names,
      text: `nodown is set, and ${who} ${answers} nobody: ${it} ${stays} in use, and clients wait`,
      explains: [
        ofCheck('OSDMAP_FLAGS'),
        ...silent.flatMap(({ id }) => [ofOsd('silent', id), ofOsd('waited', id)]),
        ...SERVING_SYMPTOMS,
      ],
      next: [
        'clear nodown (`ceph osd unset nodown`), so that clients go on without what does not answer',
        `look at ${listed(names, 3)}`,
      ],
    }),
    stopsService: true,
  };
}

/** True if the set flags keep OSDs down that run. */
export const blocksStart = (flags: readonly string[], { notUp }: DiagnosticEvidence): boolean =>
  flags.includes('noup') && notUp.length > 0;

/** Flags stop all clients. */
const paused = (evidence: DiagnosticEvidence, flags: readonly string[]): Candidate => ({
  ...flagged(evidence, 'maintenance', {
    flags,
    text: `${listed(flags)} ${flags.length === 1 ? 'is' : 'are'} set: ${pausedText(flags)} of all clients wait`,
    explains: ['OSDMAP_FLAGS', 'MDS_SLOW_METADATA_IO', 'MDS_SLOW_REQUEST'].map(ofCheck),
    next: ['end the pause (`ceph osd unset pause`) once whoever set it agrees'],
  }),
  stopsService: true,
});

/** The scrubs that no OSD begins while these flags are set; an operator still can. */
const unscrubbed = ([first, ...others]: readonly string[]): string =>
  others.length > 0 ? 'scrub' : first === 'noscrub' ? 'shallow scrub' : 'deep scrub';

/** Matches the settings that determine how often OSDs scrub, when, how fast, and from when on a scrub is overdue. */
const SCRUBBING =
  /^(?:osd_(?:deep_scrub|scrub|max_scrubs|shallow_scrub)|mon_warn_(?:pg_)?not_(?:deep_)?scrubbed)/;

/** Scrubs are overdue, because a flag prevents them, a setting was changed, or there are too many. */
export const scrubBacklog: Rule = {
  kind: 'scrub-backlog',
  cost: 1,
  propose(evidence) {
    const flags = evidence.flags.filter((name) => SCRUB.has(name));
    const late = ['PG_NOT_SCRUBBED', 'PG_NOT_DEEP_SCRUBBED'].flatMap(
      (code) => evidence.checks.get(code) ?? [],
    );
    if (late.length === 0 && flags.length === 0) return [];
    const changes = late.length === 0 ? [] : changesOf(evidence, SCRUBBING);
    const names = [...new Set(changes.flatMap(({ setting = [] }) => setting))];
    return [
      flagged(evidence, 'scrub-backlog', {
        flags,
        text:
          late.length === 0
            ? `${areSet(flags)}: no ${unscrubbed(flags)} begins by itself`
            : `scrubs are overdue${flags.length > 0 ? `, and ${preventing(flags)} them` : ''}${names.length > 0 ? `; ${listed(names, 3)} ${names.length === 1 ? 'was' : 'were'} changed` : ''}`,
        explains: [...late.map(({ code }) => ofCheck(code)), ofCheck('OSDMAP_FLAGS')],
        proofs: [
          ...late.map(({ message }) => ({ text: message, source: 'health' as const })),
          ...changes.slice(-2).map(fromChange),
        ],
        ...(flags.length === 0 && {
          next: [
            ...(names.length === 0
              ? []
              : [`return ${listed(names, 3)} to the default if that change is to blame`]),
            'check scrub hours and load',
          ],
        }),
      }),
    ];
  },
};

function flagged(
  { changes }: DiagnosticEvidence,
  kind: Candidate['kind'],
  what: Pick<Candidate, 'text' | 'explains'> &
    Partial<Pick<Candidate, 'proofs' | 'next' | 'isProven'>> & {
      readonly flags: readonly string[];
      /** The names of the parts that are down while the flags are set. */
      readonly places?: readonly string[];
    },
): Candidate {
  const { flags, places = [], text, explains, proofs = [] } = what;
  const set = flags.flatMap((name) => settingsOf(changes, name)).toSorted((a, b) => a.at - b.at);
  return {
    kind,
    objects: [...flags, ...places],
    since: earliest(set.map(({ at }) => at)),
    explains: [...flags.map(ofFlag), ...explains],
    against: [],
    isProven: what.isProven ?? places.length === 0,
    text,
    proofs: [
      ...(flags.length > 0 ? [{ text: `${listed(flags)} set`, source: 'flags' as const }] : []),
      ...proofs,
      ...set.slice(-2).map(fromChange),
    ],
    next: what.next ?? [
      `clear ${listed(flags)} once whoever set ${flags.length === 1 ? 'it' : 'them'} agrees`,
    ],
  };
}
