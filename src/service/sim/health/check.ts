import type { HealthCheck } from '../../../api/contract/cluster.ts';

export type Severity = 'HEALTH_WARN' | 'HEALTH_ERR';

/** One raised health check. */
export interface Check {
  readonly severity: Severity;
  readonly message: string;
  /** The count that Ceph reports, which is not always a number of affected parts (see each check). */
  readonly count: number;
  /** Lines of detail. They are expensive, so they are made only for readers, not in every step. */
  readonly detail: () => readonly string[];
}

/** A check with its code, such as `OSD_DOWN`. */
export type Raised = readonly [code: string, check: Check];

/** mon_health_max_detail: maximum number of detail lines of a check. */
export const MAX_DETAIL = 50;

type DetailLines = () => readonly string[];
const noDetail: DetailLines = () => [];

/** Makes a check of severity HEALTH_WARN with at most MAX_DETAIL lines of detail. */
export function warning(code: string, message: string, count: number, detail = noDetail): Raised {
  return [code, { severity: 'HEALTH_WARN', message, count, detail: () => detail().slice(0, MAX_DETAIL) }];
}

export function failure(code: string, message: string, count: number, detail = noDetail): Raised {
  return [code, { severity: 'HEALTH_ERR', message, count, detail: () => detail().slice(0, MAX_DETAIL) }];
}

/** A check in the format of `ceph health detail --format json`. */
export function toWire({ severity, message, count, detail }: Check, muted = false): HealthCheck {
  return {
    severity,
    summary: { message, count },
    detail: detail().map((line) => ({ message: line })),
    muted,
  };
}
