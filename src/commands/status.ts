import type { ClusterStatus } from '../api/contract/cluster.ts';
import { duration } from '../lib/format.ts';
import { visible } from '../lib/visible.ts';
import type { HealthRow } from '../store/answers/health.ts';
import { muteEnd } from '../store/answers/mutes.ts';
import { SERVICE_KINDS } from '../store/answers/services.ts';
import type { StatusArguments } from './arguments.ts';
import { type ClusterRead, readCluster } from './clusterRead.ts';
import { clusterReport, clusterValues } from './clusterReport.ts';
import { type CommandIo, reportError } from './io.ts';
import { safeJson } from './json.ts';
import { isExpected, withCluster } from './withCluster.ts';

/** Exit codes by Ceph's health, as monitoring plugins use them; everything else is 3, unknown. */
const EXIT_CODES = new Map([
  ['HEALTH_OK', 0],
  ['HEALTH_WARN', 1],
  ['HEALTH_ERR', 2],
]);
const [BLOCKED, UNKNOWN] = [2, 3];

/** The marks of checks by level. */
const SIGNS = { error: 'E', warn: 'W', unknown: '?', ok: ' ' } as const;

const mutedText = ({ muted, mute }: HealthRow): string =>
  mute === undefined ? (muted ? ' (muted)' : '') : ` (muted ${muteEnd(mute, true)})`;

const checkLine = (check: HealthRow): string =>
  `${SIGNS[check.level]} ${check.code}: ${check.message}${mutedText(check)}`;

/** The line on the placement groups of all pools together. */
function placementLine({ placementGroups = [] }: ClusterStatus): string {
  const sum = (key: 'okay' | 'warn' | 'error') =>
    placementGroups.reduce((total, pool) => total + (pool[key] ?? 0), 0);
  return `placement groups: ${sum('okay')} ok, ${sum('warn')} warn, ${sum('error')} error`;
}

function serviceLine(status: ClusterStatus): string {
  const shown = SERVICE_KINDS.map(({ id, count }) => {
    const { online = '?', total = '?' } = count(status) ?? {};
    return `${id} ${online}/${total}`;
  });
  return `online: ${shown.join(', ')}`;
}

function report(read: ClusterRead): string[] {
  const { status, facts } = read;
  const { fsid } = status.storeStatus ?? {};
  const health = facts.health();
  const remaining = status.recoveryTimeRemaining ?? 0;
  return [
    `${health.status} ${fsid ?? 'no fsid'}`,
    ...health.checks.map(checkLine),
    ...health.mutedAhead.map((mute) => `muted though not raised: ${mute.code}, ${muteEnd(mute, true)}`),
    ...clusterReport(read),
    placementLine(status),
    serviceLine(status),
    ...(remaining > 0 ? [`recovery: ${duration(remaining)} left, as the service estimates`] : []),
  ];
}

/**
 * `storedeck status`: prints the health of the cluster once.
 * @returns 0 healthy, 1 warning, 2 error or something serves no client, 3 unknown or unreachable
 */
export async function showStatus(args: StatusArguments, io: CommandIo): Promise<number> {
  try {
    const read = await withCluster(args, io, (api) => readCluster(api, io));
    const { status } = read;
    const lines = () => report(read).map((line) => visible(line, io.unicode));
    // Values derived here are kept separate from the service's answer.
    const values = () => safeJson({ ...status, derived: clusterValues(read) }, io, 2);
    await io.out(`${args.json ? values() : lines().join('\n')}\n`);
    const code = EXIT_CODES.get(status.storeStatus?.health?.status ?? '') ?? UNKNOWN;
    return code === UNKNOWN || !read.facts.isBlocked() ? code : BLOCKED;
  } catch (error) {
    // Exit code 3, not 2 for usage errors, which would tell a monitor that the cluster is in error.
    if (!isExpected(error)) throw error;
    reportError(io, error.message);
    return UNKNOWN;
  }
}
