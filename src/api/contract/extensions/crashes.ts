import { type Static, Type } from 'typebox';
import { operation, shape } from '../../operation.ts';
import { name } from '../shapes.ts';

const facts = {
  id: Type.String(),
  entity: Type.String({ description: 'the daemon, such as osd.3' }),
  timestamp: Type.Number({ description: 'Unix timestamp of the crash' }),
  hostname: Type.String(),
  process: Type.String({ description: 'such as ceph-osd' }),
  version: Type.String(),
  archived: Type.Boolean({ description: 'acknowledged, so that it raises no health check' }),
  reason: Type.String({
    description: 'the failed assertion, the exception or the disk error, on one line',
  }),
};

/** The report of a crashed daemon. */
export const CrashReport = shape(facts);
export type CrashReport = Static<typeof CrashReport>;

/** A crash report with all its details. */
export const CrashDetail = shape({
  ...facts,
  assertion: shape({
    condition: Type.String(),
    function: Type.String(),
    file: Type.String(),
    line: Type.Integer(),
    thread: Type.String(),
    message: Type.String(),
  }),
  backtrace: Type.Array(Type.String(), { description: 'the innermost call first' }),
  os: Type.String(),
  kernel: Type.String(),
  signature: Type.String({ description: 'the same for crashes of the same kind' }),
});
export type CrashDetail = Static<typeof CrashDetail>;

const params = Type.Object({ id: name('id of the crash report') });

/** Operations on the reports of crashed daemons. */
export const crashes = {
  listCrashes: operation({
    method: 'GET',
    path: '/extensions/crashes',
    summary: 'Crash reports of daemons, the newest first',
    tier: 'read',
    reply: Type.Array(CrashReport),
  }),
  archiveAllCrashes: operation({
    method: 'POST',
    path: '/extensions/crashes/archive',
    summary: 'Archive all crash reports',
    tier: 'reversible',
  }),
  getCrash: operation({
    method: 'GET',
    path: '/extensions/crashes/{id}',
    summary: 'A crash report with its stack',
    tier: 'read',
    params,
    reply: CrashDetail,
  }),
  archiveCrash: operation({
    method: 'POST',
    path: '/extensions/crashes/{id}/archive',
    summary: 'Archive a crash report: it no longer raises a health check',
    tier: 'reversible',
    params,
  }),
} as const;
