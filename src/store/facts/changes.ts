import type { Transition } from '../answers/journalState.ts';
import { isWatched, MAX_TRANSITIONS } from '../session/journal.ts';
import type { Absence } from '../session/viewState.ts';

/** The subjects of the journal that changed during an absence and have not been seen since. */
export interface Changes {
  /** The start of the comparison, in milliseconds since the epoch. */
  readonly since: number;
  /** The former and the current state by subject; empty strings for a subject that appeared or disappeared. */
  readonly of: ReadonlyMap<string, Pick<Transition, 'kind' | 'from' | 'to'>>;
}

/** The result without an absence. */
const NO_CHANGES: Changes = { since: 0, of: new Map() };

interface SubjectChange {
  readonly kind: Transition['kind'];
  readonly from: string;
  to: string;
  /** A transition happened during the absence. */
  isMissed: boolean;
}

/**
 * The subjects that changed during an absence, have not been seen since, and are not back in their former state. A
 * subject that was not being polled when the absence began is left out, because it may have changed before.
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
  // If the journal has dropped transitions, only the time since the oldest one is known.
  const knownSince = transitions.length < MAX_TRANSITIONS ? 0 : transitions[0]!.at;
  const since = Math.max(absence.since, knownSince);
  const found = new Map<string, SubjectChange>();
  for (const { kind, subject, at, after, from, to } of transitions) {
    const start = Math.max(since, seen.get(subject) ?? 0);
    // Skip transitions from the log (without `after`): polling observes the same change a little later.
    if (kind === 'health' || after === undefined || at <= start) continue;
    const change = found.get(subject) ?? { kind, from, to, isMissed: false };
    change.to = to;
    change.isMissed ||= at <= until && (after >= start || isWatched(after, start));
    found.set(subject, change);
  }
  return { since, of: new Map([...found].filter(([, { from, to, isMissed }]) => isMissed && from !== to)) };
}
