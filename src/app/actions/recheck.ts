import { rechecked } from '../../store/action/flow.ts';
import type { Evidence, Flow, Plan } from '../../store/action/plan.ts';
import type { Resource } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { FRESH_MS } from '../../store/facts/preflight.ts';
import { topScreen } from '../../store/session/screenView.ts';

/** While a dialog waits, what its checks rest on is read again when it is older than this, in milliseconds. */
const AGAIN_MS = FRESH_MS / 2;
const LOOK_MS = 1000;

/** Reads what the checks of an action rest on, and tells how old that is. */
export function evidenceFor(cockpit: Known & Shown, plan: Plan) {
  const screen = topScreen(cockpit.view.getState());
  const rowAt = screen && cockpit.screens.slot(screen).at;
  const rowNow = () => (screen && plan.ofRowNow ? cockpit.screens.slot(screen).at : rowAt);
  const triedAt = new Map<Resource, number>();
  const readAt = (one: Resource) => cockpit.cache.slot(one).at;
  const now = () => cockpit.clock.now();
  const isOlder = (at: number | undefined, ms: number) => at === undefined || now() - at > ms;
  return {
    /** Reads what is older than so many milliseconds again, whether it can or not. */
    async read(ms: number): Promise<void> {
      const old = plan.needs.filter((one) => cockpit.cache.isOlder(one, ms) && isOlder(triedAt.get(one), ms));
      for (const one of old) triedAt.set(one, now());
      await Promise.all(old.map((one) => cockpit.cache.refresh(one)));
    },
    /** Reads the row again where the checks look at it and it is older than so many milliseconds. */
    async readRow(ms: number): Promise<void> {
      if (plan.ofRowNow && screen && isOlder(rowNow(), ms)) await cockpit.screens.refresh();
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

/** Keeps the checks in an open dialog to what is known now, until it is closed. */
export function recheckWhileOpen(
  cockpit: Shown,
  evidence: ReturnType<typeof evidenceFor>,
  dialog: { readonly flow: () => Flow | undefined; readonly show: (flow: Flow) => void },
): void {
  let reading = false;
  const look = (): void => {
    const flow = dialog.flow();
    if (flow === undefined) return;
    cockpit.clock.after(LOOK_MS, look);
    // After a refusal the form may be gone back to.
    if (flow.phase.step !== 'form' && flow.phase.step !== 'confirm') return;
    const now = rechecked(flow, evidence.age());
    if (now !== flow) dialog.show(now);
    if (!reading) {
      reading = true;
      void Promise.all([evidence.read(AGAIN_MS), evidence.readRow(AGAIN_MS)]).finally(() => {
        reading = false;
      });
    }
  };
  cockpit.clock.after(LOOK_MS, look);
}
