import type { DiagnosticEvidence } from './evidence.ts';

/** The managers that are lost according to the service. */
export type LostManagers = NonNullable<NonNullable<DiagnosticEvidence['daemons']>['lostManagers']>;

/** The time in seconds within which a manager that restarts is listed again. */
const RESTART_S = 30;

/** The managers that stood by, and that the monitors do not list any more; Ceph raises no check for it. */
export const lostStandbys = ({ daemons }: DiagnosticEvidence): LostManagers =>
  (daemons?.lostManagers ?? []).filter(
    ({ listed, runs, seconds = Infinity }) => listed === false && (runs === false || seconds >= RESTART_S),
  );
