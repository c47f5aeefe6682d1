import { HEALTH_CODES } from '../../data/healthChecks.ts';
import { rawChecks, type CheckSources } from '../../diagnosis/evidence/checks.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { type UntypedObject, fields, list, number, text } from '../../lib/untyped.ts';
import type { CheckHistory, Journal } from '../session/journalState.ts';
import { byLevel, type Level } from './level.ts';
import { type MuteRow, selectMutes } from './mutes.ts';

/** One health check of the cluster, ready to be shown. */
export interface HealthRow {
  /** As the cluster names it: `OSD_DOWN`. */
  readonly code: string;
  readonly level: Level;
  readonly message: string;
  /** The thing that it counts differs by code; for some it is odd (OSDMAP_FLAGS counts letters). */
  readonly count: number | undefined;
  /** Milliseconds since the epoch. */
  readonly since: number | undefined;
  /** Tells whether `since` is when the check began; otherwise it stood already when we first looked, or after a gap. */
  readonly sinceExact: boolean;
  /** Came less than ten minutes ago, while this console watched. */
  readonly isNew: boolean;
  readonly muted: boolean;
  /** Until when, where the service tells. */
  readonly mute: MuteRow | undefined;
  readonly detail: readonly string[];
  /** The meaning of the code and the first thing to do, where it is known. */
  readonly meaning: string | undefined;
  readonly remedy: string | undefined;
  /** The check as it came when its shape is not the known one. */
  readonly raw: unknown;
  /** The check as it came in the status, and with its details. */
  readonly of: { readonly status: unknown; readonly detail: unknown };
}

/** The cluster's health with all its checks. */
export interface Health {
  /** `unknown` while nothing was read or the service does not know. */
  readonly level: Level;
  /** As the cluster words it: `HEALTH_WARN`; `HEALTH_UNKNOWN` where nothing came. */
  readonly status: string;
  /** When the status began, in milliseconds since the epoch. */
  readonly since: number | undefined;
  /** Tells whether that is when it began; otherwise it stood already when we first looked. */
  readonly sinceExact: boolean;
  /** Worst first, the newest first among equals; muted ones last. */
  readonly checks: readonly HealthRow[];
  /** The number of them that are muted and so do not count for the status. */
  readonly muted: number;
  /** Mutes of checks that are not raised now. */
  readonly mutedAhead: readonly MuteRow[];
}

/** For how long a check is marked NEW, in milliseconds: as long as a shift's first look around takes. */
export const NEW_FOR_MS = 10 * 60_000;

/** The levels of the words of health and of the severity of checks. */
export const HEALTH_LEVELS: ReadonlyMap<string, Level> = new Map([
  ['HEALTH_OK', 'ok'],
  ['HEALTH_WARN', 'warn'],
  ['HEALTH_ERR', 'error'],
]);

/** The status as the cluster words it. */
export const healthStatus = ({ status, detail }: CheckSources): string =>
  text(status?.storeStatus?.health?.status) ?? text(fields(detail)?.status) ?? 'HEALTH_UNKNOWN';

/** Puts together what status, detail and journal tell; `now` is in milliseconds since the epoch. */
export function selectHealth({
  journal,
  now,
  ...sources
}: CheckSources & { readonly journal?: Journal | undefined; readonly now: number }): Health {
  const detailed = fields(fields(sources.detail)?.checks);
  const mutes = new Map(selectMutes(sources.detail).map((mute) => [mute.code, mute]));
  const checks = [...rawChecks(sources)]
    .map(([code, check]) =>
      readCheck(code, check, {
        detailed: fields(detailed?.[code]),
        isOfStatus: fields(sources.status?.storeStatus?.health)?.checks !== undefined,
        mute: mutes.get(code),
        life: journal?.checks.get(code),
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
 * Since when the status stands. Where it stood already at our first look, it is as old as the oldest of the
 * checks that make it, at the least.
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

/** All that is known of a check besides the check itself. */
interface Surroundings {
  readonly detailed: UntypedObject | undefined;
  /** It came with the status, which is read more often than the details. */
  readonly isOfStatus: boolean;
  readonly mute: MuteRow | undefined;
  readonly life: CheckHistory | undefined;
  readonly now: number;
}

/** After a gap it may have come at any time since the last look before. */
function isNew(life: CheckHistory | undefined, now: number): boolean {
  if (life?.after === undefined) return false;
  return now - (life.exact ? life.at : life.after) < NEW_FOR_MS;
}

function readCheck(
  code: string,
  check: unknown,
  { detailed, isOfStatus, mute, life, now }: Surroundings,
): HealthRow {
  const about = HEALTH_CODES.get(code);
  const parts = fields(check);
  const summary = parts?.summary;
  const message = text(fields(summary)?.message) ?? text(summary);
  const detail = list(detailed?.detail ?? parts?.detail).map(
    (line) => text(fields(line)?.message) ?? text(line),
  );
  return {
    code,
    level: HEALTH_LEVELS.get(text(parts?.severity) ?? about?.severity ?? '') ?? 'unknown',
    message: message ?? code,
    count: number(fields(summary)?.count),
    since: life?.at,
    sinceExact: life?.exact ?? false,
    isNew: isNew(life, now),
    muted: mute !== undefined || parts?.muted === true,
    mute,
    detail: detail.filter((line) => line !== undefined),
    meaning: about?.meaning,
    remedy: about?.remedy,
    raw: message === undefined ? check : undefined,
    of: { status: isOfStatus ? check : undefined, detail: isOfStatus ? detailed : check },
  };
}

const byUrgency = (a: HealthRow, b: HealthRow): number =>
  Number(a.muted) - Number(b.muted) ||
  byLevel(a.level, b.level) ||
  (b.since ?? 0) - (a.since ?? 0) ||
  naturalOrder(a.code, b.code);
