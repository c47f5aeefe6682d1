/** A raised health check that is not muted, as far as hooks need it. */
export interface RaisedCheck {
  readonly severity: string;
  readonly count: number;
}

/** By their codes. */
export type RaisedChecks = ReadonlyMap<string, RaisedCheck>;

/** The largest count at which growth is an event: otherwise a recovery would fire with every object. */
const MOST_COUNTED = 5;

/**
 * The event of a change of the health, if any: a degradation when there is a new check, one that became an
 * error, or one whose count grew (up to five); a recovery when the last check is gone.
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
  return count > old.count && count <= MOST_COUNTED;
}

/** The overall status that these checks make. */
export function statusOf(checks: RaisedChecks): string {
  if (checks.size === 0) return 'HEALTH_OK';
  return checks.values().some(({ severity }) => severity === 'HEALTH_ERR') ? 'HEALTH_ERR' : 'HEALTH_WARN';
}
