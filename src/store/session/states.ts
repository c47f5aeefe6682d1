import type { Journal, StateKind, Transition } from '../answers/journalState.ts';
import { append, isWatched } from './journal.ts';

/**
 * Adds the states of all objects of a kind, read at `at`, with a transition for each that differs from the previous
 * read.
 */
export function observeStates(
  journal: Journal,
  kind: StateKind,
  of: ReadonlyMap<string, string>,
  { at, everyMs }: { readonly at: number; readonly everyMs: number | undefined },
): Journal {
  const before = journal.states[kind];
  const states = { ...journal.states, [kind]: { at, of } };
  if (before === undefined || before.of === of) return { ...journal, states };
  const exact = isWatched(before.at, at, everyMs);
  const transitionOf = (subject: string): Transition => ({
    at,
    exact,
    after: before.at,
    kind,
    subject,
    from: before.of.get(subject) ?? '',
    to: of.get(subject) ?? '',
  });
  const subjects = new Set([...before.of.keys(), ...of.keys()]);
  const transitions = [...subjects].filter((one) => before.of.get(one) !== of.get(one)).map(transitionOf);
  return { ...journal, states, transitions: append(journal.transitions, transitions) };
}
