import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import type { ClusterSnapshot } from '../snapshot.ts';
import { areWritesSlow, type Trends } from './trends.ts';

/** The parts of a snapshot that rules depend on, with their names in words. */
const PARTS = [
  ['status', 'the status of the cluster'],
  ['detail', 'details of the health checks'],
  ['disks', 'disks'],
  ['crush', 'the CRUSH map'],
  ['flags', 'flags'],
  ['log', 'the log'],
] as const satisfies readonly (readonly [keyof ClusterSnapshot, string])[];

/** The parts of the daemons' answers, with their names in words. */
const ANSWERS = [
  ['waits', 'who waits for whom'],
  ['latencies', 'latencies of the OSDs'],
  ['pings', 'ping times between OSDs'],
  ['clients', 'the busiest clients'],
  ['queues', 'the queues of the OSDs'],
  ['clocks', 'the clocks of the monitors'],
] as const satisfies readonly (readonly [keyof ClusterEvidence, string])[];

/** The evidence that is missing, in words, as far as it matters now: the busiest clients and the queues do only while writes are slow. */
export function missingOf(now: ClusterSnapshot, trends: Trends): readonly string[] {
  const parts = PARTS.flatMap(([part, words]) => (now[part] === undefined ? [words] : []));
  const daemons = now.detail?.evidence;
  const isLoad = (part: keyof ClusterEvidence) => part === 'clients' || part === 'queues';
  const answers = ANSWERS.filter(([part]) => !isLoad(part) || areWritesSlow(trends));
  return [...parts, ...answers.flatMap(([part, words]) => (daemons?.[part] === undefined ? [words] : []))];
}
