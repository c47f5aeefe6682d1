import { osdIdOf } from '../../diagnosis/evidence/osds.ts';
import { traitsOf } from '../../diagnosis/kinds.ts';
import type { Cause, Diagnosis } from '../../diagnosis/verdict.ts';

/** The cause that blames each part of the cluster, by `partKey`. */
export type Blame = ReadonlyMap<string, Cause>;

/** The kinds of parts; they keep apart, for example, a pool and a server with the same name. */
type PartKind = 'osd' | 'place' | 'pool' | 'group';

/**
 * The key of a part that a cause may blame: `osd` with an OSD id, `place` with the name of a server, rack or other bucket, `pool`
 * with a pool name, or `group` with a pool id, as in the names of placement groups.
 */
export const partKey = (kind: PartKind, name: string | number): string => `${kind}:${name}`;

/** The keys of a pool: by its name, and by its id as in the names of placement groups. */
export const poolParts = (name: string, id: number | undefined): readonly string[] => [
  partKey('pool', name),
  ...(id === undefined ? [] : [partKey('group', id)]),
];

/** The keys of the parts that the object of a task may name. */
export const taskParts = (object: string): readonly string[] => [
  ...(object.startsWith('osd.') ? [partKey('osd', object.slice('osd.'.length))] : []),
  partKey('place', object),
  partKey('pool', object),
];

/** The cause that blames the first blamed part among these. */
export function causeAmong(blame: Blame, parts: Iterable<string>): Cause | undefined {
  if (blame.size === 0) return undefined;
  for (const part of parts) if (blame.has(part)) return blame.get(part);
  return undefined;
}

function keysOf({ kind }: Cause, name: string): readonly string[] {
  const osd = osdIdOf(name);
  if (osd !== undefined) return [partKey('osd', osd)];
  const pool = /^(\d+)\.[\da-f]+$/.exec(name)?.[1];
  if (pool !== undefined) return [partKey('group', pool)];
  return (traitsOf(kind).names ?? []).map((part) => partKey(part, name));
}

/** A string that identifies a cause within a diagnosis. */
export const causeId = ({ kind, objects }: Cause): string => `${kind} ${objects.join()}`;

/** Everything about a cause that is shown on the page of a part, for comparison. */
const shownText = (cause: Cause) => [causeId(cause), cause.text, cause.confidence, ...cause.explains].join();

function blameOf(causes: readonly Cause[]): Blame {
  const found = new Map<string, Cause>();
  for (const cause of causes) {
    if (cause.confidence === 'unknown') continue;
    for (const key of cause.objects.flatMap((name) => keysOf(cause, name)))
      if (!found.has(key)) found.set(key, cause);
  }
  return found;
}

const isEqual = (a: Blame, b: Blame): boolean =>
  a.size === b.size &&
  a.entries().every(([key, cause]) => {
    const other = b.get(key);
    return other !== undefined && shownText(cause) === shownText(other);
  });

/** Creates a function that returns the current blame; it returns the same map until the content changes. */
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
