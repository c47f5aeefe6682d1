import { graphKindOf, GRAPHS, type GraphKind } from '../../history/graphs.ts';
import { refusal } from '../../rules/refused.ts';
import { noGraph } from '../../rules/statistics.ts';

/** OSDs tell how long they take to commit a write, and nothing of reads. */
const NOT_MEASURED = new Set(['osd-latency-read']);

/** @throws Refusal 404 */
export function graphKind(name: string): GraphKind {
  const kind = NOT_MEASURED.has(name) ? undefined : graphKindOf(name);
  if (kind) return kind;
  const names = Object.keys(GRAPHS).filter((known) => !NOT_MEASURED.has(known));
  throw refusal(noGraph(name, names));
}
