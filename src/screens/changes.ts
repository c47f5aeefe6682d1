import { clockTime } from '../lib/format.ts';
import type { Look } from '../lib/look.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import type { Pane } from './pane.ts';

/** The subjects that changed in a pane during the absence: those that still exist, and health checks that were cleared. */
function changedIn({ changes }: Known, { changing = [] }: Pick<Pane, 'changing'>) {
  const all = [...changes().of].filter(([, { kind }]) => changing.includes(kind));
  const isGone = ([, { kind, to }]: (typeof all)[number]) => kind === 'check' && to === '';
  return { changed: all.filter((one) => !isGone(one)), gone: all.filter(isGone) };
}

/** "2 changed since 14:02", "1 gone since 14:02" or "3 changes since 14:02", for the title of a pane; empty if nothing changed. */
export function changesText(cockpit: Known & Shown, pane: Pick<Pane, 'changing'>): string {
  const { since, of } = cockpit.changes();
  if (of.size === 0) return '';
  const { changed, gone } = changedIn(cockpit, pane);
  const count = changed.length + gone.length;
  if (count === 0) return '';
  // Both counts would be too long for a pane on half of 80 columns.
  const isMixed = changed.length > 0 && gone.length > 0;
  const what = isMixed ? 'changes' : gone.length > 0 ? 'gone' : 'changed';
  const { utc } = cockpit.view.getState();
  // Minutes are enough: the text stays for a long time.
  const time = clockTime(since, utc).replace(/:\d\d(?=Z?$)/, '');
  return cockpit.look.paint('accent', `${count} ${what} since ${time}`);
}

/** The subjects of all changes in a pane during the absence. */
export function changedSubjects(cockpit: Known, pane: Pick<Pane, 'changing'>): readonly string[] {
  const { changed, gone } = changedIn(cockpit, pane);
  return [...changed, ...gone].map(([subject]) => subject);
}

/** The sign of a row if any of its subjects changed during the absence; undefined otherwise. */
export function changeSign({ changes, look }: Known & { readonly look: Look }, subjects: Iterable<string>) {
  const { of } = changes();
  // The row of a root has thousands of subjects.
  if (of.size === 0) return undefined;
  for (const subject of subjects) if (of.has(subject)) return look.paint('accent', look.glyphs.changed);
  return undefined;
}
