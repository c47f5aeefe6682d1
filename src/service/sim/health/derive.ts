import type { Model } from '../model/model.ts';
import type { Check, Raised } from './check.ts';
import { mdsChecks, mdsLoadChecks } from './filesystemChecks.ts';
import {
  diskChecks,
  downChecks,
  fullChecks,
  pingChecks,
  poolFullChecks,
  tooFewOsdsCheck,
} from './osdChecks.ts';
import { pgChecks } from './pgChecks.ts';
import { pgNumCheck, tooManyPgsCheck } from './pgNumChecks.ts';
import { largeOmapCheck, lateScrubChecks, repairedReadsCheck } from './scrubChecks.ts';
import {
  bucketFlagCheck,
  clockCheck,
  crashCheck,
  downOutCheck,
  flagCheck,
  mgrCheck,
  monCheck,
  slowOpsCheck,
} from './serviceChecks.ts';

const CHECKS = [
  downChecks,
  tooFewOsdsCheck,
  fullChecks,
  poolFullChecks,
  pingChecks,
  diskChecks,
  pgChecks,
  pgNumCheck,
  tooManyPgsCheck,
  flagCheck,
  bucketFlagCheck,
  monCheck,
  clockCheck,
  downOutCheck,
  mgrCheck,
  mdsChecks,
  mdsLoadChecks,
  lateScrubChecks,
  largeOmapCheck,
  repairedReadsCheck,
  slowOpsCheck,
  crashCheck,
] as const;

/**
 * The raised health checks, which depend only on the state of the cluster; none while there is no cluster. They are
 * sorted by code, as Ceph prints them.
 */
export function deriveHealth(model: Model): ReadonlyMap<string, Check> {
  if (!model.created) return new Map();
  const raised: Raised[] = [];
  for (const check of CHECKS) raised.push(...check(model));
  return new Map(raised.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The worst severity among the checks. */
export function overallStatus(
  checks: ReadonlyMap<string, Check>,
): 'HEALTH_OK' | 'HEALTH_WARN' | 'HEALTH_ERR' {
  if (checks.size === 0) return 'HEALTH_OK';
  return [...checks.values()].some(({ severity }) => severity === 'HEALTH_ERR')
    ? 'HEALTH_ERR'
    : 'HEALTH_WARN';
}
