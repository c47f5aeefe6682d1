import type { Api } from '../api/client.ts';
import type { OperationId } from '../api/contract/index.ts';
import { ApiError, outcomeUnknown } from '../api/failure.ts';
import type { RawInput } from '../api/transport.ts';
import type { Cockpit } from '../store/cockpit.ts';
import {
  countedDown,
  checked,
  type Flow,
  finished,
  FRESH_MS,
  openFlow,
  type Plan,
  type Result,
} from '../store/flow.ts';
import { followTask, type TaskEnd } from '../store/taskFollow.ts';
import { changed, inverseOf } from './undo.ts';
import { changeTop, type Overlay, pushOverlay, say } from '../store/view.ts';

type Call = (input: RawInput, options: { readonly signal?: AbortSignal }) => Promise<unknown>;

/** The client's method for an operation that is only known at run time; the contract checks the input again. */
const call = (api: Api, id: OperationId): Call => api[id] as Call;

const update = (cockpit: Cockpit, change: (flow: Flow) => Flow): void =>
  changeTop(cockpit.view, 'action', (overlay) => ({ kind: 'action', flow: change(overlay.flow) }));

/** Reads what the checks rest on again where it is too old. Answers whether anything still is. */
async function freshen(cockpit: Cockpit, plan: Plan): Promise<boolean> {
  const old = () =>
    plan.needs.filter((id) => {
      const { at } = cockpit.data.getState().slots[id];
      return at === undefined || cockpit.clock.now() - at > FRESH_MS;
    });
  await Promise.all([...old().map((id) => cockpit.poller.refresh(id)), plan.learn?.()]);
  return old().length > 0;
}

/** Opens an action's dialog: the checks run first, on data that is fresh if the service can give it. */
export function propose(cockpit: Cockpit, plan: Plan): void {
  const refusal = plan.tier === 'read' ? undefined : cockpit.readOnly();
  if (refusal !== undefined) {
    say(cockpit.view, 'warn', `${plan.title}: not sent. ${refusal}`);
    return;
  }
  const opened = openFlow(plan, cockpit.clock.now());
  pushOverlay(cockpit.view, { kind: 'action', flow: opened });
  void freshen(cockpit, plan).then((stale) => {
    if (topFlow(cockpit)?.plan === plan) proceed(cockpit, checked(opened, plan.dangers({}), stale));
  });
}

/** The flow of the dialog on top. */
export function topFlow(cockpit: Cockpit): Flow | undefined {
  const top = cockpit.view.getState().overlays.at(-1);
  return top?.kind === 'action' ? top.flow : undefined;
}

/** Takes the dialog on top to where its flow has come, and does what that asks for: send, or count down. */
export function proceed(cockpit: Cockpit, flow: Flow): void {
  update(cockpit, () => flow);
  if (flow.phase.step === 'sending') void perform(cockpit, flow);
  if (flow.phase.step === 'countdown') {
    cockpit.clock.after(1000, () => {
      // Any key has closed the dialog by then, if the operator thought better of it.
      if (topFlow(cockpit) === flow) proceed(cockpit, countedDown(flow));
    });
  }
}

/** What a task answered with, where the reply is one. */
const taskOf = (reply: unknown): number | undefined => {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const { id, state } = reply as { id?: unknown; state?: unknown };
  return typeof id === 'number' && typeof state === 'string' ? id : undefined;
};

async function send(cockpit: Cockpit, flow: Flow): Promise<Result> {
  if (flow.plan.note) {
    const message = flow.plan.note(flow.values);
    return message === undefined
      ? { kind: 'done', text: `${flow.plan.title}: noted.` }
      : { kind: 'failed', failure: { kind: 'refused', message } };
  }
  try {
    const { plan, values } = flow;
    const { show, carryOut } = plan;
    const reply = await (carryOut
      ? carryOut(values)
      : cockpit.transfers.sending(plan.input(values), call(cockpit.api, plan.operation)));
    if (show) return { kind: 'done', text: `${plan.title}: done.`, show: () => show(reply, values) };
    const task = taskOf(reply);
    return task === undefined
      ? { kind: 'done', text: `${flow.plan.title}: done.` }
      : { kind: 'done', text: `${flow.plan.title}: task ${task} was started.`, task };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: outcomeUnknown(error.failure) ? 'unknown' : 'failed', failure: error.failure };
  }
}

/** Follows a task that an action started, says how it ended and reads again what it changed. */
function follow(cockpit: Cockpit, id: number, plan: Plan): void {
  const { api, clock, view, poller } = cockpit;
  const onEnd = (end: TaskEnd) => {
    const last =
      end.kind === 'lost' ? end.failure.message : (end.task.output ?? '').trimEnd().split('\n').at(-1);
    say(
      view,
      end.kind === 'finished' ? 'ok' : 'warn',
      `${plan.title}: task ${id} ${end.kind}. ${last ?? ''}`,
    );
    for (const resource of plan.refreshes) void poller.refresh(resource);
    void cockpit.screens.refresh();
  };
  followTask({ api, clock, id, onUpdate: () => undefined, onEnd });
}

/** Shows in its dialog why an action failed, or at the foot of the screen where the operator has hidden the dialog. */
function showFailure(cockpit: Cockpit, flow: Flow, result: Exclude<Result, { kind: 'done' }>): void {
  const isOfIt = (overlay: Overlay) => overlay.kind === 'action' && overlay.flow.plan === flow.plan;
  const { overlays } = cockpit.view.getState();
  if (overlays.some(isOfIt))
    cockpit.view.setState({
      overlays: overlays.map((overlay) =>
        overlay.kind === 'action' && isOfIt(overlay)
          ? { ...overlay, flow: finished(overlay.flow, result) }
          : overlay,
      ),
    });
  else {
    const outcome = result.kind === 'unknown' ? 'outcome unknown' : 'nothing was changed';
    say(cockpit.view, 'error', `${flow.plan.title}: ${outcome}. ${result.failure.message}`);
  }
}

/** Sends the confirmed action once, shows what came of it and reads again what it changed. */
async function perform(cockpit: Cockpit, flow: Flow): Promise<void> {
  // The state before is known now, and no longer once it is sent.
  const takenBack = inverseOf(cockpit, flow);
  const result = await send(cockpit, flow);
  const same = (now: Flow) => now.plan === flow.plan;
  if (result.kind === 'done') {
    cockpit.view.setState((state) => ({
      overlays: state.overlays.filter((overlay) => overlay.kind !== 'action' || !same(overlay.flow)),
    }));
    const hint = changed(cockpit, flow.plan, takenBack);
    if (result.show) result.show();
    else say(cockpit.view, 'ok', `${result.text}${hint}`);
    if (result.task !== undefined) follow(cockpit, result.task, flow.plan);
  } else showFailure(cockpit, flow, result);
  await Promise.all([
    cockpit.screens.refresh(),
    ...flow.plan.refreshes.map((id) => cockpit.poller.refresh(id)),
  ]);
}
