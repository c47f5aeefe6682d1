import type { DiagnosticEvidence } from './evidence.ts';

/** The checks of cephadm about servers that it does not reach, and about daemons that have failed. */
const CODES = [
  'CEPHADM_HOST_CHECK_FAILED',
  'CEPHADM_REFRESH_FAILED',
  'CEPHADM_AGENT_DOWN',
  'CEPHADM_FAILED_DAEMON',
];
/** Captures the daemon and its server in a detail line: `daemon osd.3 on stor-01 is in error state`. */
const DAEMON = /^daemon (\S+) on (\S+) /;
/** Captures the server in the others: `host stor-01 (10.0.0.1) failed check: …`. */
const HOST = /\bhost (\S+)/;

/**
 * The codes of those checks whose details are all about some parts of the cluster, so that they follow from what is wrong there.
 * @param objects names of daemons, servers and larger places
 */
export function orchestratorChecksOn(
  { checks, places }: DiagnosticEvidence,
  objects: readonly string[],
): readonly string[] {
  const raised = CODES.filter((code) => checks.has(code));
  if (raised.length === 0) return [];
  const hosts = places.filter(({ name }) => objects.includes(name)).flatMap((place) => [...place.hosts]);
  const known = new Set([...objects, ...hosts]);
  const isAbout = (line: string) => {
    const [, daemon = '', host = HOST.exec(line)?.[1] ?? ''] = DAEMON.exec(line) ?? [];
    return known.has(daemon) || known.has(host);
  };
  return raised.filter((code) => {
    const detail = checks.get(code)?.detail ?? [];
    return detail.length > 0 && detail.every(isAbout);
  });
}
