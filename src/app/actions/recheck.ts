import { rechecked } from '../../store/action/flow.ts';
import type { Evidence, Flow, Plan } from '../../store/action/plan.ts';
import { FRESH_MS } from '../../store/answers/preflight.ts';
import type { Resource } from '../../store/cache/resource.ts';
import { isOlderThan } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';

/** While a dialog is open, data that its checks need is read again when it is older than this, in milliseconds. */
const REFRESH_MS = FRESH_MS / 2;
const INTERVAL_MS = 1000;

/** The data that an action's checks need: reading it again, and its age. */
export function evidenceFor(cockpit: Known & Shown, plan: Plan) {
  const screen = topScreen(cockpit.view.getState());
  const rowAt = screen && cockpit.screens.slot(screen).at;
  const rowNow = () => (screen && plan.checksCurrentRow ? cockpit.screens.slot(screen).at : rowAt);
  const triedAt = new Map<Resource, number>();
  const readAt = (one: Resource) => cockpit.cache.slot(one).at;
  const { clock } = cockpit;
  return {
    /** Reads resources older than `ms` again; a resource whose read failed is retried only after `ms`. */
    async read(ms: number): Promise<void> {
      const old = plan.needs.filter(
        (one) => cockpit.cache.isOlder(one, ms) && isOlderThan(triedAt.get(one), ms, clock.elapsed()),
      );
      for (const one of old) triedAt.set(one, clock.elapsed());
      await Promise.all(old.map((one) => cockpit.cache.refresh(one)));
    },
    /** Reads the screen's rows again if the checks use the current row and it is older than `ms`. */
    async readRow(ms: number): Promise<void> {
      if (plan.checksCurrentRow && screen && isOlderThan(rowNow(), ms, clock.now()))
        await cockpit.screens.refresh();
    },
    age(): Evidence {
      const needed = plan.needs.filter(({ isOptional }) => isOptional !== true);
      const known = [...plan.needs.map(readAt), ...(needed.length > 0 ? [] : [rowNow()])].filter(
        (at) => at !== undefined,
      );
      return {
        stale: needed.some((one) => cockpit.cache.isOlder(one, FRESH_MS)),
        ...(known.length > 0 && { at: Math.min(...known) }),
      };
    },
  };
}

/** Repeats the checks of an open dialog on current data until it is closed. */
export function recheckWhileOpen(
  cockpit: Shown,
  evidence: ReturnType<typeof evidenceFor>,
  dialog: { readonly flow: () => Flow | undefined; readonly show: (flow: Flow) => void },
): void {
  let reading = false;
  const recheck = (): void => {
    const flow = dialog.flow();
    if (flow === undefined) return;
    cockpit.clock.after(INTERVAL_MS, recheck);
    // After a refusal the person can return to the form.
    if (flow.phase.step !== 'form' && flow.phase.step !== 'confirm') return;
    const now = rechecked(flow, evidence.age());
    if (now !== flow) dialog.show(now);
    if (!reading) {
      reading = true;
      void Promise.all([evidence.read(REFRESH_MS), evidence.readRow(REFRESH_MS)]).finally(() => {
        reading = false;
      });
    }
  };
  cockpit.clock.after(INTERVAL_MS, recheck);
}
