import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { fields, number } from '../../lib/untyped.ts';
import { isOld } from '../work.ts';
import type { ClusterChange } from './changes.ts';

/** A filesystem that is set to have no metadata server. */
export interface SetDown {
  /** Its name, if the command is still in the log. */
  readonly name: string | undefined;
  readonly change: ClusterChange | undefined;
}

/** Matches the command: `fs set storefs down true`. */
const COMMAND = /^fs set (\S+) down (?:true|yes|1)$/;

/** The filesystem that was set down, by the status of the only one, or of the last one; undefined if it was not. */
export function setDown(
  status: ClusterStatus | undefined,
  changes: readonly ClusterChange[],
): SetDown | undefined {
  const { id, max, in: ranks } = fields(fields(status?.storeStatus)?.fsmap) ?? {};
  if (number(id) === undefined || number(max) !== 0 || number(ranks) !== 0 || isOld(status)) return undefined;
  const change = changes.findLast(({ text }) => COMMAND.test(text));
  return { name: COMMAND.exec(change?.text ?? '')?.[1], change };
}
