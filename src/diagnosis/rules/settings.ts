import type { ClusterCheck } from '../evidence/checks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { recoveryRate } from '../healing/recoveryCounts.ts';
import { CAPPED, changesOf, isCapped, LOWEST_SPEED, slowingChanges } from '../pacing.ts';
import { type Candidate, fromChange, type Rule } from '../rule.ts';
import { ofCheck } from '../symptomIds.ts';

/** Recovery is needed, but a setting was changed that limits its speed. */
export const recoveryCapped: Rule = {
  kind: 'recovery-capped',
  cost: 1,
  propose(evidence) {
    if (!isCapped(evidence)) return [];
    const changes = slowingChanges(evidence);
    const names = [...new Set(changes.flatMap(({ setting = [] }) => setting))];
    const objects = names.length > 0 ? names : ['recovery-speed'];
    const isMoving = (recoveryRate(evidence.status) ?? 0) > 0;
    const state = isMoving
      ? 'data may be restored or moved more slowly than usual'
      : 'data waits to be restored';
    return [
      {
        kind: 'recovery-capped',
        objects,
        since: changes[0]?.at,
        explains: [CAPPED],
        against: [],
        isProven: false,
        text:
          names.length > 0
            ? `${names.join(', ')}, which ${names.length === 1 ? 'controls recovery speed, was' : 'control recovery speed, were'} changed: ${state}`
            : `recovery is set to its lowest speed: ${state}`,
        proofs: [
          ...changes.slice(-2).map(fromChange),
          ...(evidence.recoverySpeed === LOWEST_SPEED
            ? [{ text: 'recovery speed 1 of 10', source: 'settings' as const }]
            : []),
        ],
        next: ['return the setting to its default, or raise the recovery speed'],
      },
    ];
  },
};

/** Health checks that a setting alone can raise, with that setting. */
const BY_SETTING: readonly (readonly [code: string, setting: RegExp, name: string])[] = [
  ['OSD_NO_DOWN_OUT_INTERVAL', /^mon_osd_down_out_interval$/, 'mon_osd_down_out_interval'],
  ['TOO_MANY_PGS', /^mon_max_pg_per_osd$/, 'mon_max_pg_per_osd'],
  ['TOO_FEW_PGS', /^mon_pg_warn_min_per_osd$/, 'mon_pg_warn_min_per_osd'],
];

/** A health check is raised because of a changed setting, or OSDs have reached the most placement groups that one allows. */
export const configChange: Rule = {
  kind: 'config-change',
  cost: 1,
  propose: (evidence) => [
    ...heldBackGroups(evidence),
    ...BY_SETTING.flatMap(([code, setting, name]): readonly Candidate[] => {
      const check = evidence.checks.get(code);
      const changes = changesOf(evidence, setting);
      // The checks about the number of placement groups have other causes than a changed limit.
      if (check === undefined || (changes.length === 0 && code !== 'OSD_NO_DOWN_OUT_INTERVAL')) return [];
      return [
        {
          kind: 'config-change',
          objects: [name],
          since: changes.at(-1)?.at,
          explains: [ofCheck(code)],
          against: [],
          isProven: code === 'OSD_NO_DOWN_OUT_INTERVAL' || changes.length > 0,
          text: `the setting ${name} makes the cluster complain: ${check.message}`,
          proofs: [{ text: check.message, source: 'health' }, ...changes.slice(-2).map(fromChange)],
          next: [`return ${name} to its default`],
        },
      ];
    }),
  ],
};

const LIMIT = 'mon_max_pg_per_osd';
/** The health checks that follow if placement groups stay inactive. */
const INACTIVE = ['PG_AVAILABILITY', 'PG_DEGRADED', 'SLOW_OPS', 'MDS_SLOW_METADATA_IO', 'MDS_SLOW_REQUEST'];

/** Matches a placement group that waits to be activated for a minute or more (`mon_pg_stuck_threshold`). */
const ACTIVATING = /is stuck inactive for .*current state activating/;

/**
 * The check that OSDs have too many placement groups, if others stay activating: groups that exist already raise no check of
 * their own when they are held back.
 */
function activatingFor({ checks }: DiagnosticEvidence): ClusterCheck | undefined {
  const isStuck = checks.get('PG_AVAILABILITY')?.detail.some((line) => ACTIVATING.test(line)) === true;
  return isStuck ? checks.get('TOO_MANY_PGS') : undefined;
}

/** OSDs accept no more placement groups, so that those cannot serve I/O, however long one waits. */
function heldBackGroups(evidence: DiagnosticEvidence): readonly Candidate[] {
  const pending = evidence.checks.get('PENDING_CREATING_PGS');
  const check = pending ?? activatingFor(evidence);
  if (check === undefined) return [];
  const changes = changesOf(evidence, /^mon_max_pg_per_osd$/);
  return [
    {
      kind: 'config-change',
      objects: [LIMIT],
      since: changes.at(-1)?.at,
      explains: [...new Set([check.code, 'TOO_MANY_PGS', ...INACTIVE])].map(ofCheck),
      stopsService: true,
      against: [],
      isProven: pending !== undefined,
      text: `OSDs have as many placement groups as ${LIMIT} allows, and hold back more: those cannot serve I/O`,
      proofs: [
        ...[check.message, ...check.detail.slice(0, 2)].map((text) => ({ text, source: 'health' as const })),
        ...changes.slice(-2).map(fromChange),
      ],
      next: [
        `raise ${LIMIT}, or bring more OSDs in`,
        'if groups stay inactive after that, `ceph osd down` on their OSDs makes them peer again',
      ],
    },
  ];
}
