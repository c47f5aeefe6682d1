import type { Binding } from '../../keys/binding.ts';
import { keyLabel } from '../../keys/names.ts';
import { clockTime } from '../../lib/format.ts';
import type { Flow, Plan } from '../../store/action/plan.ts';
import type { Undoable } from '../../store/action/plan.ts';
import type { Acts, Shown } from '../../store/cockpit.ts';

const NAME = 'undo-change';
const NOTHING = 'no change made from here can be undone';

/** The undo entry for a flow's action; undefined if its plan has no inverse, or if it is an undo itself. */
export function inverseOf({ clock }: Shown, { plan, values }: Flow): Undoable | undefined {
  const inverse = plan.undoes ? undefined : plan.inverse?.(values);
  return inverse && { title: plan.title, at: clock.now(), plan: inverse };
}

/** Updates the undo list after a change or an undo. Returns the hint that follows the notice, with the undo key. */
export function recordUndo(cockpit: Shown & Acts, { undoes }: Plan, inverse: Undoable | undefined): string {
  const { undo, custom, look } = cockpit;
  if (undoes) undo.remove(undoes);
  if (inverse) undo.add(inverse);
  const last = undo.last();
  if (!last || !(undoes ?? inverse)) return '';
  const key = keyLabel(custom.keys.get(NAME)?.[0] ?? 'ctrl-x', look.unicode);
  return undoes ? ` ${key} undoes "${last.title}".` : ` ${key} undoes it.`;
}

/** Opens the dialog that undoes the last change once it is confirmed. Returns the reason if there is nothing to undo. */
export function undoLast(cockpit: Shown & Acts): string | undefined {
  const change = cockpit.undo.last();
  if (!change) return `Nothing to undo: ${NOTHING}.`;
  const plan = change.plan();
  cockpit.propose({
    ...plan,
    // The fields may depend on data that is read after the dialog opened.
    get fields() {
      return plan.fields;
    },
    undoes: change,
    effect: `Undoes "${change.title}" of ${clockTime(change.at, cockpit.view.getState().utc)}. ${plan.effect}`,
  });
  return undefined;
}

/** The key that undoes the last change. */
export const undoBinding = (cockpit: Shown & Acts): Binding => ({
  keys: ['ctrl-x'],
  name: NAME,
  label: 'undo',
  help: 'Undo the last change made from here: opens the action that reverts it, to be confirmed',
  disabled: () => (cockpit.undo.last() ? undefined : NOTHING),
  run: () => void undoLast(cockpit),
});
