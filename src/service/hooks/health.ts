import type { Details } from './environment.ts';

/** The fields of a raised, unmuted health check that hooks need. */
export interface RaisedCheck {
  readonly severity: string;
  readonly count: number;
}

/** Raised checks by code. */
export type RaisedChecks = ReadonlyMap<string, RaisedCheck>;

/** Largest count whose increase is an event; without it, a recovery would fire with every object. */
const MAX_COUNTED = 5;

/**
 * The event of a health change, if any. It is a degradation if there is a new check, a check that became an error, or
 * one whose count grew (up to five), and a recovery if the last check is gone.
 */
export function healthEvent(
  before: RaisedChecks,
  after: RaisedChecks,
): 'OnHealthDegrade' | 'OnHealthRecover' | undefined {
  if (after.size === 0) return before.size === 0 ? undefined : 'OnHealthRecover';
  for (const [code, check] of after) {
    const old = before.get(code);
    if (old === undefined || isWorse(old, check)) return 'OnHealthDegrade';
  }
  return undefined;
}

function isWorse(old: RaisedCheck, { severity, count }: RaisedCheck): boolean {
  if (severity !== old.severity) return severity === 'HEALTH_ERR';
  return count > old.count && count <= MAX_COUNTED;
}

/** The details of a health event, for its scripts. */
export const healthDetails = (before: RaisedChecks, after: RaisedChecks): Details => ({
  HEALTH: statusOf(after),
  HEALTH_BEFORE: statusOf(before),
  CHECKS: [...after.keys()].join(' '),
});

/** The overall status that results from these checks. */
function statusOf(checks: RaisedChecks): string {
  if (checks.size === 0) return 'HEALTH_OK';
  return checks.values().some(({ severity }) => severity === 'HEALTH_ERR') ? 'HEALTH_ERR' : 'HEALTH_WARN';
}
