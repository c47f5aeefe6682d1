import { osdIdOf } from '../../diagnosis/evidence/osds.ts';
import type { CauseKind } from '../../diagnosis/kinds.ts';
import type { Cause, Diagnosis } from '../../diagnosis/verdict.ts';

/** The causes by the parts of the cluster that they blame, by `partKey`. */
export type Blame = ReadonlyMap<string, Cause>;

/** The kinds of parts that have rows of their own: a pool and a server may have the same name. */
type PartKind = 'osd' | 'place' | 'pool' | 'group';

/** A part of the cluster as a cause may blame it: an OSD by its id, a server or a rack by its name, a pool, or a pool by the id that its placement groups begin with. */
export const partKey = (kind: PartKind, name: string | number): string => `${kind}:${name}`;

/** A pool, by its name and by the id that its placement groups begin with. */
export const poolParts = (name: string, id: number | undefined): readonly string[] => [
  partKey('pool', name),
  ...(id === undefined ? [] : [partKey('group', id)]),
];

/** The parts that a task may work on, by the name that it has for its object. */
export const taskParts = (object: string): readonly string[] => [
  ...(object.startsWith('osd.') ? [partKey('osd', object.slice('osd.'.length))] : []),
  partKey('place', object),
  partKey('pool', object),
];

/** The cause that blames one of some parts, the first there is. */
export function causeAmong(blame: Blame, parts: Iterable<string>): Cause | undefined {
  if (blame.size === 0) return undefined;
  for (const part of parts) if (blame.has(part)) return blame.get(part);
  return undefined;
}

/** Kinds of causes that name a pool, and those that name a part of the hierarchy. */
const POOLS: ReadonlySet<CauseKind> = new Set(['pool-quota', 'osd-full', 'hot-client', 'large-omap']);
const PLACES: ReadonlySet<CauseKind> = new Set([
  'host-down',
  'rack-down',
  'controller',
  'net-loss',
  'net-slow',
  'net-mtu',
  'link-flap',
  'maintenance',
]);

function keyOf({ kind }: Cause, name: string): string | undefined {
  const osd = osdIdOf(name);
  if (osd !== undefined) return partKey('osd', osd);
  const pool = /^(\d+)\.[\da-f]+$/.exec(name)?.[1];
  if (pool !== undefined) return partKey('group', pool);
  if (POOLS.has(kind)) return partKey('pool', name);
  return PLACES.has(kind) ? partKey('place', name) : undefined;
}

/** The name of a cause among those of a diagnosis. */
export const causeId = ({ kind, objects }: Cause): string => `${kind} ${objects.join()}`;

/** The words of a cause on the page of a part that it blames, and its name. */
const wordsOf = (cause: Cause) => [causeId(cause), cause.text, cause.confidence, ...cause.explains].join();

function blameOf(causes: readonly Cause[]): Blame {
  const found = new Map<string, Cause>();
  for (const cause of causes) {
    if (cause.confidence === 'unknown') continue;
    for (const name of cause.objects) {
      const key = keyOf(cause, name);
      if (key !== undefined && !found.has(key)) found.set(key, cause);
    }
  }
  return found;
}

const isEqual = (a: Blame, b: Blame): boolean =>
  a.size === b.size &&
  a.entries().every(([key, cause]) => {
    const other = b.get(key);
    return other !== undefined && wordsOf(cause) === wordsOf(other);
  });

/** Makes the function that finds the causes by what they blame; it gives the same map until that changes. */
export function createBlame(diagnosis: () => Diagnosis | undefined): () => Blame {
  let from: Diagnosis | undefined;
  let kept: Blame = new Map();
  return () => {
    const now = diagnosis();
    if (now === from) return kept;
    from = now;
    const found = blameOf(now?.causes ?? []);
    if (!isEqual(found, kept)) kept = found;
    return kept;
  };
}
