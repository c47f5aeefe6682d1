import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { HEALTH_CODES } from '../../data/healthChecks.ts';
import { fields, list, number, text, type UntypedObject } from '../../lib/untyped.ts';

/** A raised health check, read from an answer whose format the interface leaves open. */
export interface ClusterCheck {
  readonly code: string;
  readonly message: string;
  readonly isError: boolean;
  readonly detail: readonly string[];
  /** An operator has muted it: it raises no alarm, although its condition still holds. */
  readonly isMuted: boolean;
}

/**
 * The answers that contain health checks; `detail` is that of /cluster/status/detail, whose format is not guaranteed.
 */
export interface CheckSources {
  readonly status?: ClusterStatus | undefined;
  readonly detail?: unknown;
}

/** The unchanged checks by code: those of the status, which is read more often, else those of the details. */
export function rawChecks({ status, detail }: CheckSources): ReadonlyMap<string, unknown> {
  const checks: unknown = fields(status?.storeStatus?.health)?.checks ?? fields(detail)?.checks;
  if (!Array.isArray(checks)) return new Map(Object.entries(fields(checks) ?? {}));
  return new Map(
    checks.map((check: unknown, index) => [text(fields(check)?.code) ?? `check ${index + 1}`, check]),
  );
}

/** A text in one line: of several, such as the whole output of a program, the first and the last. */
function inOneLine(text: string): string {
  const lines = text.trim().split(/\s*\n/);
  return lines.length === 1 ? lines[0]! : `${lines[0]} … ${lines.at(-1)!.trim()}`;
}

/** Reads a check; its detail lines are those of the health details, if there are any, else its own. */
export function readCheck(code: string, check: unknown, detailed: UntypedObject | undefined) {
  const { severity, summary, detail, muted }: UntypedObject = fields(check) ?? {};
  return {
    severity: text(severity) ?? HEALTH_CODES.get(code)?.severity,
    message: text(fields(summary)?.message) ?? text(summary),
    count: number(fields(summary)?.count),
    detail: list(detailed?.detail ?? detail)
      .flatMap((line) => text(fields(line)?.message) ?? text(line) ?? [])
      .map(inOneLine),
    isMuted: muted === true,
  };
}

/** The codes of muted checks in the health details. */
const mutedCodes = ({ detail }: CheckSources): ReadonlySet<string | undefined> =>
  new Set(list(fields(detail)?.mutes).map((mute) => text(fields(mute)?.code)));

/** Matches a detail line that says where to look or what to do instead of what is wrong. */
const INSTRUCTION = /^(?:Search the cluster log|[Uu]se ')/;

/** The raised checks by code; malformed ones are left out, and so are instructions in their details. */
export function raisedChecks(sources: CheckSources): ReadonlyMap<string, ClusterCheck> {
  const detailed = fields(fields(sources.detail)?.checks);
  const mutes = mutedCodes(sources);
  const checks = new Map<string, ClusterCheck>();
  for (const [code, check] of rawChecks(sources)) {
    if (fields(check) === undefined) continue;
    const { severity, message = code, detail, isMuted } = readCheck(code, check, fields(detailed?.[code]));
    checks.set(code, {
      code,
      message,
      isError: severity === 'HEALTH_ERR' || severity === 'ERR',
      detail: detail.filter((line) => !INSTRUCTION.test(line)),
      isMuted: isMuted || mutes.has(code),
    });
  }
  return checks;
}

/** The raised checks that are not muted, by code: those that need an explanation. */
export const activeChecks = (sources: CheckSources): ReadonlyMap<string, ClusterCheck> =>
  new Map([...raisedChecks(sources)].filter(([, { isMuted }]) => !isMuted));

/** Captures the pool number and the state of a placement group in a detail line of a check. */
const GROUP = /^pg (\d+)\.[\da-f]+ is ([^\s,]+)/;

/** The placement groups that a check names in its details, each with the number of its pool and its state. */
export const groupsNamedIn = (
  check: ClusterCheck | undefined,
): readonly { readonly pool: number; readonly state: string }[] =>
  (check?.detail ?? []).flatMap((line) => {
    const [, pool, state] = GROUP.exec(line) ?? [];
    return state === undefined ? [] : [{ pool: Number(pool), state }];
  });

/** The codes of the health checks that are raised when managers do not serve. */
export const MANAGER_CHECKS = ['MGR_DOWN', 'MGR_SILENT'];

/** Matches the counts of placement groups whose data is incomplete without an OSD that is down. */
const LACKING = /(\d+) pgs? (?:down|stale|recovery_unfound|backfill_unfound)/g;

/**
 * The number of placement groups that are down, of which no OSD is left (stale), or that have unfound objects: only OSDs that are
 * down can complete their data.
 */
export function lackingGroups(checks: ReadonlyMap<string, ClusterCheck>): number {
  const [down = 0, unfound = 0] = ['PG_AVAILABILITY', 'PG_DAMAGED'].map((code) =>
    (checks.get(code)?.message ?? '').matchAll(LACKING).reduce((sum, [, count]) => sum + Number(count), 0),
  );
  // As long as recovery is switched off, unfound objects are not counted as damage.
  return down + (checks.has('OBJECT_UNFOUND') ? Math.max(1, unfound) : unfound);
}

/** The time in milliseconds between the crash of a daemon and the first report of its end, at most. */
const CRASH_MS = 60_000;
/** Captures the daemon and the time of its crash in a detail line of RECENT_CRASH. */
const CRASH = /^(\S+) crashed on host .* at (\S+)$/;

/** The detail line about the crash with which a daemon ended at some time; undefined if none is reported. */
export const crashAt = (
  { checks }: { readonly checks: ReadonlyMap<string, ClusterCheck> },
  name: string,
  time: number,
): string | undefined =>
  checks.get('RECENT_CRASH')?.detail.find((line) => {
    const [, daemon, at = ''] = CRASH.exec(line) ?? [];
    return daemon === name && Math.abs(Date.parse(at) - time) <= CRASH_MS;
  });

/** True if all recent crashes that the cluster reports are those of one daemon, as far as the check names any. */
export const areCrashesOf = (
  { checks }: { readonly checks: ReadonlyMap<string, ClusterCheck> },
  name: string,
): boolean => (checks.get('RECENT_CRASH')?.detail ?? []).every((line) => line.startsWith(`${name} crashed`));
