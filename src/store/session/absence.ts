import type { Clock } from '../../lib/clock.ts';
import type { KeyHistory } from './keyHistory.ts';
import type { Absence, ViewStore } from './viewState.ts';

/** Nobody looks at the screen who has pressed no key for so long, in milliseconds. */
const AWAY_MS = 120_000;

/** The absence that begins with the last key; the one before goes on where something that changed in it was not looked at. */
const leave = (before: Absence | undefined, lastKeyAt: number, isLeft: boolean): Absence =>
  before && isLeft
    ? { ...before, until: undefined }
    : { since: lastKeyAt, until: undefined, seen: new Map() };

/** The end of the absence, where there is one, with the first key. */
export function comeBack(view: ViewStore, now: number): void {
  const { absence } = view.getState();
  if (absence && absence.until === undefined) view.setState({ absence: { ...absence, until: now } });
}

/** Notes that these were looked at. */
export function see(view: ViewStore, subjects: Iterable<string>, now: number): void {
  const { absence } = view.getState();
  const looked = [...subjects];
  if (absence === undefined || looked.length === 0) return;
  const seen = new Map([...absence.seen, ...looked.map((one) => [one, now] as const)]);
  view.setState({ absence: { ...absence, seen } });
}

/** Begins an absence once no key was pressed for a while; the start of the program counts as one. Until it is ended. */
export function watchAbsence(
  { clock, view, keys }: { readonly clock: Clock; readonly view: ViewStore; readonly keys: KeyHistory },
  /** Tells whether something that changed before was not looked at. */
  isLeft: () => boolean,
): () => void {
  const startedAt = clock.now();
  return view.subscribe(({ now, absence }, before) => {
    if (now === before.now || (absence && absence.until === undefined)) return;
    const lastKeyAt = keys.lastAt ?? startedAt;
    if (now - lastKeyAt >= AWAY_MS) view.setState({ absence: leave(absence, lastKeyAt, isLeft()) });
  });
}
