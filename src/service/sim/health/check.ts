import type { HealthCheck } from '../../../api/contract/cluster.ts';

export type Severity = 'HEALTH_WARN' | 'HEALTH_ERR';

/** One raised health check. */
export interface Check {
  readonly severity: Severity;
  readonly message: string;
  /** The number that Ceph counts here, which is not always a number of things (see each check). */
  readonly count: number;
  /** Lines of detail. They cost more than the rest and are only asked for by readers, not in every step. */
  readonly detail: () => readonly string[];
}

/** A check with its code, such as `OSD_DOWN`. */
export type Raised = readonly [code: string, check: Check];

/** mon_health_max_detail: lines of detail that a check carries. */
export const MAX_DETAIL = 50;

type Detail = () => readonly string[];
const noDetail: Detail = () => [];

/** A check of that severity, with MAX_DETAIL lines of detail at most; so is a failure. */
export function warning(code: string, message: string, count: number, detail = noDetail): Raised {
  return [code, { severity: 'HEALTH_WARN', message, count, detail: () => detail().slice(0, MAX_DETAIL) }];
}

export function failure(code: string, message: string, count: number, detail = noDetail): Raised {
  return [code, { severity: 'HEALTH_ERR', message, count, detail: () => detail().slice(0, MAX_DETAIL) }];
}

/** A check in the shape of `ceph health detail --format json`. */
export function toWire({ severity, message, count, detail }: Check, muted = false): HealthCheck {
  return {
    severity,
    summary: { message, count },
    detail: detail().map((line) => ({ message: line })),
    muted,
  };
}
