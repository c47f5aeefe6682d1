import type { DiagnosticEvidence } from './evidence/evidence.ts';

/** Tells whether placement groups are not as they should be, so that data is to be restored, moved or mended. */
export const hasWork = ({ status }: Pick<DiagnosticEvidence, 'status'>): boolean =>
  (status?.placementGroups ?? []).some(({ warn = 0, error = 0 }) => warn + error > 0);
