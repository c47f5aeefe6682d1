import { isWatched, MAX_TRANSITIONS } from '../session/journal.ts';
import type { Transition } from '../session/journalState.ts';
import type { Absence } from '../session/viewState.ts';

/** The things that are not as they were when somebody looked last. */
export interface Changes {
  /** When that was, in milliseconds since the epoch. */
  readonly since: number;
  /** By their subjects in the journal, and what each was and is: empty for what came or went. */
  readonly of: ReadonlyMap<string, Pick<Transition, 'kind' | 'from' | 'to'>>;
}

/** The changes while nobody has been away. */
const NO_CHANGES: Changes = { since: 0, of: new Map() };

interface Seen {
  readonly kind: Transition['kind'];
  readonly from: string;
  to: string;
  /** It changed while nobody looked. */
  isMissed: boolean;
}

/**
 * The things that changed in an absence, were not looked at since, and are not again as they were. Of what was not watched
 * when it began nobody knows whether it changed before.
 */
export function selectChanges({
  transitions,
  absence,
}: {
  readonly transitions: readonly Transition[];
  readonly absence: Absence | undefined;
}): Changes {
  if (absence === undefined) return NO_CHANGES;
  const { seen, until = Infinity } = absence;
  // Of what was forgotten nothing can be said.
  const forgotten = transitions.length < MAX_TRANSITIONS ? 0 : transitions[0]!.at;
  const since = Math.max(absence.since, forgotten);
  const found = new Map<string, Seen>();
  for (const { kind, subject, at, after, from, to } of transitions) {
    const start = Math.max(since, seen.get(subject) ?? 0);
    // What only the log tells was seen too, later than it was told.
    if (kind === 'health' || after === undefined || at <= start) continue;
    const known = found.get(subject) ?? { kind, from, to, isMissed: false };
    known.to = to;
    known.isMissed ||= at <= until && (after >= start || isWatched(after, start));
    found.set(subject, known);
  }
  return { since, of: new Map([...found].filter(([, { from, to, isMissed }]) => isMissed && from !== to)) };
}
