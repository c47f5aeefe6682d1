import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import { isIn, isOsd, takesPart } from './node.ts';
import { number } from '../../lib/untyped.ts';

/** The OSDs of a CRUSH map, counted and added up. */
export interface OsdTotals {
  readonly total: number;
  readonly up: number;
  /** Those that data is placed on. */
  readonly in: number;
  /** Those that are up and in, in the hierarchy: only their room and use counts. */
  readonly takingPart: number;
  /** Bytes, of those that take part; undefined where none tells. */
  readonly used: number | undefined;
  readonly size: number | undefined;
}

const kept = new WeakMap<CrushMap, OsdTotals>();

/** Goes through the OSDs once for each map: the status is read many times between two of them. */
export function osdTotals(crush: CrushMap | undefined): OsdTotals | undefined {
  if (crush === undefined) return undefined;
  const totals = kept.get(crush) ?? addUp(crush);
  kept.set(crush, totals);
  return totals;
}

function addUp({ nodes = [], stray = [] }: CrushMap): OsdTotals {
  const totals = { total: 0, up: 0, in: 0, takingPart: 0, used: undefined, size: undefined } as {
    -readonly [Field in keyof OsdTotals]: OsdTotals[Field];
  };
  const count = (node: CrushNode) => {
    totals.total++;
    if (node.status === 'UP') totals.up++;
    if (isIn(node)) totals.in++;
  };
  for (const node of nodes) {
    if (!isOsd(node)) continue;
    count(node);
    if (!takesPart(node)) continue;
    totals.takingPart++;
    totals.used = plus(totals.used, node.used);
    totals.size = plus(totals.size, node.size);
  }
  stray.filter(isOsd).forEach(count);
  return totals;
}

function plus(sum: number | undefined, more: unknown): number | undefined {
  const known = number(more);
  return known === undefined ? sum : (sum ?? 0) + known;
}
