import type { Binding } from '../../keys/binding.ts';
import { keyLabel } from '../../keys/names.ts';
import { clockTime } from '../../lib/format.ts';
import { type Flow, NO_CHANGE, type Plan, type Undoable } from '../../store/action/plan.ts';
import type { Acts, Shown } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';

const NAME = 'undo-change';
const NOTHING = 'no change made from here can be undone';

/**
 * The undo entry for a flow's action, without a plan if no key can undo it; undefined if it changes nothing, or if it is
 * an undo itself.
 */
export function inverseOf({ clock }: Shown, { plan, values }: Flow): Undoable | undefined {
  if (plan.undoes || plan.tier === 'read') return undefined;
  const change = { title: plan.title, at: clock.now(), undo: plan.undo };
  const inverse = plan.inverse?.(values);
  if (inverse === NO_CHANGE) return undefined;
  return inverse ? { ...change, plan: inverse } : change;
}

/** The undo entry for an action whose outcome is unknown, so that undo does not pass over it. */
export const unknownChange = ({ clock }: Shown, { title }: Plan): Undoable => ({
  title,
  at: clock.now(),
  undo: 'its outcome is unknown, so see first if it took effect',
});

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

const timeOf = ({ view }: Shown, { at }: Undoable) => clockTime(at, view.getState().utc);

/**
 * Says that no key undoes the last change and how it is undone by hand, and forgets it, so that the key reaches the change
 * before it only if it is pressed again.
 */
function explain(cockpit: Shown & Acts, change: Undoable): string {
  const { undo } = cockpit;
  undo.remove(change);
  const next = undo.last();
  const more = next
    ? ` ${keyOf(cockpit)} again goes on with the earlier "${next.title}" of ${timeOf(cockpit, next)}.`
    : '';
  return `The last change was "${change.title}" of ${timeOf(cockpit, change)}. No key undoes it: ${change.undo}.${more}`;
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
    effect: `Undoes "${change.title}" of ${timeOf(cockpit, change)}. ${plan.effect}`,
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
