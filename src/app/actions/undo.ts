import type { Binding } from '../../keys/binding.ts';
import { keyLabel } from '../../keys/names.ts';
import { clockTime } from '../../lib/format.ts';
import type { Flow, Plan } from '../../store/action/plan.ts';
import type { Undoable } from '../../store/action/plan.ts';
import type { Acts, Shown } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';

const NAME = 'undo-change';
const NOTHING = 'no change made from here can be undone';

/** The undo entry for a flow's action; undefined if it changes nothing, or if it is an undo itself. */
export function inverseOf({ clock }: Shown, { plan, values }: Flow): Undoable | undefined {
  if (plan.undoes || plan.tier === 'read') return undefined;
  const change = { title: plan.title, at: clock.now(), undo: plan.undo };
  if (!plan.inverse) return change;
  const inverse = plan.inverse(values);
  return inverse && { ...change, plan: inverse };
}

const keyOf = ({ custom, look }: Shown) => keyLabel(custom.keys.get(NAME)?.[0] ?? 'ctrl-x', look.unicode);

/** Updates the undo list after a change or an undo. Returns the hint that follows the notice, with the undo key. */
export function recordUndo(cockpit: Shown & Acts, { undoes }: Plan, inverse: Undoable | undefined): string {
  const { undo } = cockpit;
  if (undoes) undo.remove(undoes);
  if (inverse) undo.add(inverse);
  const last = undo.last();
  if (!last?.plan || !(undoes ?? inverse)) return '';
  return undoes ? ` ${keyOf(cockpit)} undoes "${last.title}".` : ` ${keyOf(cockpit)} undoes it.`;
}

/** Says how a change is undone by hand, and forgets it, so that the key reaches the change before it. */
function explain(cockpit: Shown & Acts, change: Undoable): string {
  const { undo } = cockpit;
  undo.remove(change);
  const next = undo.last();
  const more = next ? ` ${keyOf(cockpit)} again goes on with "${next.title}".` : '';
  return `The last change was "${change.title}". No key undoes it: ${change.undo}.${more}`;
}

/** Opens the dialog that undoes the last change once it is confirmed. Returns the reason if it opens none. */
export function undoLast(cockpit: Shown & Acts): string | undefined {
  const change = cockpit.undo.last();
  if (!change) return `Nothing to undo: ${NOTHING}.`;
  if (!change.plan) return explain(cockpit, change);
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
  run: () => {
    const reason = undoLast(cockpit);
    if (reason !== undefined) say(cockpit.view, 'info', reason);
  },
});
