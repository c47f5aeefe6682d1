import type { Clock } from '../../lib/clock.ts';
import type { KeyHistory } from './keyHistory.ts';
import type { Absence, ViewStore } from './viewState.ts';

/** The operator counts as absent after this long without a key press, in milliseconds. */
const AWAY_MS = 120_000;

/**
 * The absence that begins with the last key press; it extends the previous one if changes from that are still unseen.
 */
const startAbsence = (before: Absence | undefined, lastKeyAt: number, hasUnseen: boolean): Absence =>
  before && hasUnseen
    ? { ...before, until: undefined }
    : { since: lastKeyAt, until: undefined, seen: new Map() };

/** Ends the absence, if there is one, at the first key press. */
export function endAbsence(view: ViewStore, now: number): void {
  const { absence } = view.getState();
  if (absence && absence.until === undefined) view.setState({ absence: { ...absence, until: now } });
}

/** Records that the operator has seen these subjects. */
export function markSeen(view: ViewStore, subjects: Iterable<string>, now: number): void {
  const { absence } = view.getState();
  const added = [...subjects];
  if (absence === undefined || added.length === 0) return;
  const seen = new Map([...absence.seen, ...added.map((one) => [one, now] as const)]);
  view.setState({ absence: { ...absence, seen } });
}

/**
 * Starts an absence after AWAY_MS without a key press since the last one, or since the start of the program.
 * @returns stops watching
 */
export function watchAbsence(
  { clock, view, keys }: { readonly clock: Clock; readonly view: ViewStore; readonly keys: KeyHistory },
  /** True if the operator has not yet seen all changes of the previous absence. */
  hasUnseen: () => boolean,
): () => void {
  const startedAt = clock.now();
  return view.subscribe(({ now, absence }, before) => {
    if (now === before.now || (absence && absence.until === undefined)) return;
    const lastKeyAt = keys.lastAt ?? startedAt;
    if (now - lastKeyAt >= AWAY_MS) view.setState({ absence: startAbsence(absence, lastKeyAt, hasUnseen()) });
  });
}
