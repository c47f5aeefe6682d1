import { HEALTH_CODES } from '../../data/healthChecks.ts';
import { rawChecks, readCheck, type CheckSources } from '../../diagnosis/evidence/checks.ts';
import { FLAG_CODES } from '../../diagnosis/symptomIds.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { type UntypedObject, fields, text } from '../../lib/untyped.ts';
import type { CheckHistory, Journal } from './journalState.ts';
import { byLevel, type Level } from './level.ts';
import { type MuteRow, selectMutes } from './mutes.ts';

export { docsOf } from '../../data/healthChecks.ts';

/** One health check of the cluster as a row. */
export interface HealthRow {
  /** Ceph's code of the check, such as `OSD_DOWN`. */
  readonly code: string;
  readonly level: Level;
  readonly message: string;
  /** The count reported with the check; its meaning depends on the code (OSDMAP_FLAGS counts letters). */
  readonly count: number | undefined;
  /** The time since when the check is raised, in milliseconds since the epoch. */
  readonly since: number | undefined;
  /** False if the check was already raised at the first read, or at the first read after a gap. */
  readonly sinceExact: boolean;
  /** True if the check was raised less than ten minutes ago, while this console was watching. */
  readonly isNew: boolean;
  readonly muted: boolean;
  /** The mute, if the service reports it. */
  readonly mute: MuteRow | undefined;
  readonly detail: readonly string[];
  /** The meaning of the code, and (`remedy`) the first thing to do, if known. */
  readonly meaning: string | undefined;
  readonly remedy: string | undefined;
  /** The unchanged check, if its format is unknown. */
  readonly raw: unknown;
  /** The unchanged check from the status, and from the health details. */
  readonly of: { readonly status: unknown; readonly detail: unknown };
}

/** The cluster's health with all its checks. */
export interface Health {
  /** `unknown` if nothing was read yet or the service does not know. */
  readonly level: Level;
  /** Ceph's own status, such as `HEALTH_WARN`; `HEALTH_UNKNOWN` if there is none. */
  readonly status: string;
  /** The time since when the status has lasted, in milliseconds since the epoch. */
  readonly since: number | undefined;
  /** False if the status was already the same at the first read. */
  readonly sinceExact: boolean;
  /** Worst first, then newest first; muted checks last. */
  readonly checks: readonly HealthRow[];
  /** The number of muted checks, which do not count for the status. */
  readonly muted: number;
  /** The mutes of checks that are not raised at the moment. */
  readonly mutedAhead: readonly MuteRow[];
}

/**
 * The time for which a check is marked NEW, in milliseconds: about as long as the first survey at the start of a shift.
 */
export const NEW_FOR_MS = 10 * 60_000;

/** The levels of Ceph's health statuses and check severities. */
export const HEALTH_LEVELS: ReadonlyMap<string, Level> = new Map([
  ['HEALTH_OK', 'ok'],
  ['HEALTH_WARN', 'warn'],
  ['HEALTH_ERR', 'error'],
]);

/** Ceph's own health status. */
export const healthStatus = ({ status, detail }: CheckSources): string =>
  text(status?.storeStatus?.health?.status) ?? text(fields(detail)?.status) ?? 'HEALTH_UNKNOWN';

/** Combines status, health details and journal; `now` is in milliseconds since the epoch. */
export function selectHealth({
  journal,
  now,
  ...sources
}: CheckSources & { readonly journal?: Journal | undefined; readonly now: number }): Health {
  const detailed = fields(fields(sources.detail)?.checks);
  const mutes = new Map(selectMutes(sources.detail).map((mute) => [mute.code, mute]));
  const checks = [...rawChecks(sources)]
    .map(([code, check]) =>
      healthRow(code, check, {
        detailed: fields(detailed?.[code]),
        isFromStatus: fields(sources.status?.storeStatus?.health)?.checks !== undefined,
        mute: mutes.get(code),
        history: journal?.checks.get(code),
        now,
      }),
    )
    .sort(byUrgency);
  const status = healthStatus(sources);
  const level = HEALTH_LEVELS.get(status) ?? 'unknown';
  return {
    status,
    level,
    since: healthSince(level, checks, journal),
    sinceExact: journal?.health?.exact ?? false,
    checks,
    muted: checks.filter((check) => check.muted).length,
    mutedAhead: [...mutes.values()].filter(({ code }) => checks.every((check) => check.code !== code)),
  };
}

/**
 * The time since when the status has lasted. If it was already the same at the first read, it is at least as old as the
 * oldest of the checks that cause it.
 */
function healthSince(
  level: Level,
  checks: readonly HealthRow[],
  journal: Journal | undefined,
): number | undefined {
  const seen = journal?.health;
  if (seen === undefined || seen.exact) return seen?.at;
  const causes = checks.filter((check) => check.level === level && !check.muted);
  return Math.min(seen.at, ...causes.map((check) => check.since ?? seen.at));
}

/** The context of a check. */
interface CheckContext {
  readonly detailed: UntypedObject | undefined;
  /** The check is from the status, which is read more often than the details. */
  readonly isFromStatus: boolean;
  readonly mute: MuteRow | undefined;
  readonly history: CheckHistory | undefined;
  readonly now: number;
}

/** True for a new check. After a gap, the earliest possible time counts, which is that of the last read before it. */
function isNew(history: CheckHistory | undefined, now: number): boolean {
  if (history?.after === undefined) return false;
  return now - (history.exact ? history.at : history.after) < NEW_FOR_MS;
}

function healthRow(
  code: string,
  check: unknown,
  { detailed, isFromStatus, mute, history, now }: CheckContext,
): HealthRow {
  const about = HEALTH_CODES.get(code);
  const { severity, message, count, detail, isMuted } = readCheck(code, check, detailed);
  return {
    code,
    level: HEALTH_LEVELS.get(severity ?? '') ?? 'unknown',
    message: message ?? code,
    count,
    since: history?.at,
    sinceExact: history?.exact ?? false,
    isNew: isNew(history, now),
    muted: mute !== undefined || isMuted,
    mute,
    detail,
    meaning: about?.meaning,
    remedy: about?.remedy,
    raw: message === undefined ? check : undefined,
    of: { status: isFromStatus ? check : undefined, detail: isFromStatus ? detailed : check },
  };
}

/** True for a check about flags or about how the cluster is set up: where there is little room, failures come before it. */
const isChosen = ({ code }: HealthRow): boolean =>
  FLAG_CODES.has(code) || HEALTH_CODES.get(code)?.isSetup === true;

const byUrgency = (a: HealthRow, b: HealthRow): number =>
  Number(a.muted) - Number(b.muted) ||
  byLevel(a.level, b.level) ||
  Number(isChosen(a)) - Number(isChosen(b)) ||
  (b.since ?? 0) - (a.since ?? 0) ||
  naturalOrder(a.code, b.code);
