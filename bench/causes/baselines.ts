import { readEvidence, type DiagnosticEvidence } from '../../src/diagnosis/evidence/evidence.ts';
import { slowDisks } from '../../src/diagnosis/evidence/slowDisks.ts';
import { readOsds } from '../../src/diagnosis/index.ts';
import type { ClusterSnapshot } from '../../src/diagnosis/snapshot.ts';
import type { Truth } from './truth.ts';

/** Simple heuristics to compare the diagnosis with: each names the object to blame, or nothing. */
export const BASELINES = {
  /** The first object that the worst health check names. */
  check: ({ checks }) => {
    const [worst] = [...checks.values()].toSorted((a, b) => Number(b.isError) - Number(a.isError));
    return named([worst?.message ?? '', ...(worst?.detail ?? [])])[0];
  },
  /** The OSD whose disk commits slowest. */
  latency: (evidence) => {
    const [slowest] = [...slowDisks(evidence)].toSorted((a, b) => b[1] - a[1]);
    return slowest === undefined ? undefined : `osd.${slowest[0]}`;
  },
  /** The object named most often in log lines with warnings or worse. */
  log: (_evidence, { log = [] }) => {
    const counts = new Map<string, number>();
    for (const { p = 6, m = '', s = '' } of log) {
      if (p <= 4) for (const name of named([s, m])) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
  },
} as const satisfies Record<
  string,
  (evidence: DiagnosticEvidence, snapshot: ClusterSnapshot) => string | undefined
>;

export type BaselineName = keyof typeof BASELINES;

const NAME = /\b(?:osd\.\d+|(?:mon|mds|mgr|client)\.\w+|stor-\d+|rack\d+)\b|pool '([^']+)'/g;
const named = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(NAME)].map(([all, pool]) => pool ?? all));

/** The baselines that name an object that is really to blame. */
export function baselinesRight(snapshot: ClusterSnapshot, truths: readonly Truth[]): readonly BaselineName[] {
  const evidence = readEvidence([snapshot], readOsds(snapshot));
  return (Object.keys(BASELINES) as BaselineName[]).filter((name) => {
    const found = BASELINES[name](evidence, snapshot);
    return found !== undefined && truths.some(({ objects }) => objects.includes(found));
  });
}
