import { badRequest, notFound, type Refused } from './refused.ts';

/** Refusal: there is no graph of this name. `names` are the names of all graphs. */
export const noGraph = (name: string, names: readonly string[]): Refused =>
  notFound(`there is no graph ${JSON.stringify(name)}: choose one of ${names.join(', ')}`);

/** Refusal: a graph of one pool, server, bucket, user or directory needs the query parameter that names it. */
export const subjectMissing = (graph: string, parameter: string): Refused =>
  badRequest(`the graph ${graph} needs ${parameter}: see the lists of names for its values`);

/** Refuses a time window that does not end after its start. Both are Unix timestamps in seconds. */
export const refuseWindow = (start: number, end: number): Refused | undefined =>
  start < end
    ? undefined
    : badRequest('startTime must be before endTime: use Unix timestamps, or negative numbers of seconds ago');

/** Refuses to stop monitoring directories that are not monitored. */
export function refuseRemoval(removed: Iterable<string>, monitored: readonly string[]): Refused | undefined {
  const unknown = [...removed].find((path) => !monitored.includes(path));
  if (unknown === undefined) return undefined;
  const known = monitored.join(', ') || 'none';
  return notFound(`${JSON.stringify(unknown)} is not monitored; monitored directories: ${known}`);
}
