import type { Api } from '../../api/client.ts';
import type { OperationId } from '../../api/contract/index.ts';
import { ApiError, outcomeUnknown } from '../../api/failure.ts';
import { taskIn } from '../../api/task.ts';
import type { RawInput } from '../../api/transport.ts';
import { countedDown, checked, finished, openFlow } from '../../store/action/flow.ts';
import { fieldOf, textsOf } from '../../store/action/form.ts';
import { inFormWords } from '../../store/action/formCheck.ts';
import type { CallExecution, Flow, Plan, Result, StepsExecution } from '../../store/action/plan.ts';
import { FRESH_MS } from '../../store/answers/preflight.ts';
import type { Acts, Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { topListId } from '../../store/session/madeChanges.ts';
import { pushOverlay, say } from '../../store/session/view.ts';
import type { Overlay, ActionOverlay } from '../../store/session/viewState.ts';
import { followRow } from './followRow.ts';
import { evidenceFor, recheckWhileOpen } from './recheck.ts';
import { inverseOf, recordUndo, unknownChange } from './undo.ts';

type SendCall = (input: RawInput, options: { readonly signal?: AbortSignal }) => Promise<unknown>;

/** The client's method for an operation that is only known at run time; the contract checks the input again. */
const call = (api: Api, id: OperationId): SendCall => api[id] as SendCall;

/** The outcome of a successful action. */
interface Done {
  readonly kind: 'done';
  readonly text: string;
  /** The answer of the service. */
  readonly reply?: unknown;
  readonly task?: number | undefined;
  readonly show?: () => void;
}

/** Opens an action's dialog and runs its checks, after an attempt to refresh the data they need. */
export function propose(cockpit: Cockpit, plan: Plan): void {
  const refusal = plan.tier === 'read' ? undefined : cockpit.readOnly();
  if (refusal !== undefined) {
    say(cockpit.view, 'warn', `${plan.title}: not sent. ${refusal}`);
    return;
  }
  if (plan.nameless !== undefined) {
    say(cockpit.view, 'warn', `${plan.nameless} Nothing was sent.`);
    return;
  }
  const opened = openFlow(plan, cockpit.clock.elapsed());
  pushOverlay(cockpit.view, { kind: 'action', flow: opened });
  const evidence = evidenceFor(cockpit, plan);
  void evidence.read(FRESH_MS).then(() => {
    proceed(cockpit, checked(opened, plan.checks({}), evidence.age()));
    if (plan.tier === 'read') return;
    recheckWhileOpen(cockpit, evidence, {
      flow: () => flowOf(cockpit, plan),
      show: (flow) => show(cockpit, flow),
    });
  });
}

/** The flow of the dialog on top. */
export function topFlow(cockpit: Shown): Flow | undefined {
  const top = cockpit.view.getState().overlays.at(-1);
  return top?.kind === 'action' ? top.flow : undefined;
}

const isOf = (plan: Plan, overlay: Overlay): overlay is ActionOverlay =>
  overlay.kind === 'action' && overlay.flow.plan === plan;

/** The flow of a plan's open dialog, which another overlay may cover, such as the reply to an earlier call. */
const flowOf = ({ view }: Shown, plan: Plan): Flow | undefined =>
  view.getState().overlays.find((overlay) => isOf(plan, overlay))?.flow;

/** True if the dialog keeps its scroll position: a new step, or another field, is shown from its start. */
const sameText = ({ phase: a }: Flow, { phase: b }: Flow): boolean =>
  a.step === 'form' && b.step === 'form' ? a.field === b.field : a.step === b.step;

const show = ({ view }: Shown, flow: Flow): void =>
  view.setState(({ overlays }) => ({
    overlays: overlays.map((overlay) => {
      if (!isOf(flow.plan, overlay)) return overlay;
      return sameText(overlay.flow, flow) ? { ...overlay, flow } : { kind: 'action', flow };
    }),
  }));

/** Updates a dialog to the new state of its flow, and starts what that state requires: sending, or the countdown. */
export function proceed(cockpit: Cockpit, flow: Flow): void {
  const before = flowOf(cockpit, flow.plan);
  // The dialog was closed, or nothing changed, or the request is being sent already and must not be sent twice.
  if (!before || before === flow || before.phase.step === 'sending') return;
  show(cockpit, flow);
  fieldOf(flow)?.load?.(textsOf(flow));
  if (flow.phase.step === 'sending') void perform(cockpit, flow);
  if (flow.phase.step === 'countdown') cockpit.clock.after(1000, () => countDown(cockpit, flow));
}

/** Counts one second down. The countdown pauses while another overlay covers it, as the operator could not cancel it. */
function countDown(cockpit: Cockpit, flow: Flow): void {
  // Any key replaces the flow or closes the dialog, which cancels the countdown.
  if (flowOf(cockpit, flow.plan) !== flow) return;
  proceed(cockpit, topFlow(cockpit) === flow ? countedDown(flow) : { ...flow });
}

/** Calls the plan's operation, or runs its steps. */
function carryOut(
  { api, transfers }: Known & Acts,
  execution: CallExecution | StepsExecution,
  values: Flow['values'],
): Promise<unknown> {
  return execution.kind === 'call'
    ? transfers.sending(execution.input(values), call(api, execution.operation))
    : execution.run(values);
}

async function send(cockpit: Cockpit, flow: Flow): Promise<Done | Result> {
  const { plan, values } = flow;
  const { execution } = plan;
  if (execution.kind === 'local') {
    const message = execution.keep(values);
    return message === undefined
      ? { kind: 'done', text: `${plan.title}: noted.` }
      : { kind: 'failed', failure: { kind: 'refused', message } };
  }
  try {
    if (execution.kind === 'program') {
      const end = await execution.run();
      return { kind: 'done', text: '', reply: end, show: () => execution.show(end) };
    }
    const reply = await carryOut(cockpit, execution, values);
    const text = `${plan.title}: done.`;
    if (plan.show) return { kind: 'done', text, reply, show: () => plan.show?.(reply, values) };
    const task = taskIn(reply)?.id;
    return {
      kind: 'done',
      text: task === undefined ? text : `${plan.title}: task ${task} was started.`,
      reply,
      task,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: outcomeUnknown(error.failure) ? 'unknown' : 'failed', failure: error.failure };
  }
}

/** Follows a task that an action started; at its end shows the result and refreshes what it changed. */
function follow(cockpit: Known & Shown, id: number, plan: Plan): void {
  const { view, cache } = cockpit;
  cockpit.followed.add(id, (end) => {
    const last =
      end.kind === 'lost' ? end.failure.message : (end.task.output ?? '').trimEnd().split('\n').at(-1);
    say(
      view,
      end.kind === 'finished' ? 'ok' : 'warn',
      `${plan.title}: task ${id} ${end.kind}. ${last ?? ''}`,
    );
    for (const resource of plan.refreshes) void cache.refresh(resource);
    void cockpit.screens.refresh();
  });
}

/** Shows in the dialog why an action failed, or as a notice if the operator has hidden the dialog. */
function showFailure(cockpit: Shown, { plan }: Flow, { kind, failure }: Result): void {
  const flow = flowOf(cockpit, plan);
  const result = { kind, failure: { ...failure, message: inFormWords(plan.fields, failure.message) } };
  if (flow) return show(cockpit, finished(flow, result));
  const outcome = kind === 'unknown' ? 'outcome unknown' : 'nothing was changed';
  say(cockpit.view, 'error', `${plan.title}: ${outcome}. ${result.failure.message}`);
}

/** Notes a change that was sent, for the page of its object. */
function note({ made, clock, view }: Known & Shown, { plan, values }: Flow, result: Done | Result): void {
  if (plan.tier === 'read' || plan.execution.kind === 'local') return;
  made.add({
    at: clock.now(),
    title: plan.title,
    target: plan.targetOf?.(values) ?? plan.target,
    listId: topListId(view.getState()),
    outcome: result.kind,
    ...(result.kind === 'done' ? { task: result.task } : { message: result.failure.message }),
  });
}

/** Sends the confirmed action once, shows the result and refreshes what it changed. */
async function perform(cockpit: Cockpit, flow: Flow): Promise<void> {
  // Both depend on the state before the change, so they are taken before it is sent.
  const inverse = inverseOf(cockpit, flow);
  const moveToRow = followRow(cockpit, flow.plan);
  const result = await send(cockpit, flow);
  note(cockpit, flow, result);
  cockpit.cache.expire();
  if (result.kind === 'done') {
    cockpit.view.setState((state) => ({
      overlays: state.overlays.filter((overlay) => !isOf(flow.plan, overlay)),
    }));
    const hint = recordUndo(cockpit, flow.plan, inverse);
    if (result.show) result.show();
    else say(cockpit.view, 'ok', `${result.text}${hint}`);
    moveToRow(flow.values, result.reply);
    if (result.task !== undefined) follow(cockpit, result.task, flow.plan);
  } else {
    if (result.kind === 'unknown') cockpit.undo.add(unknownChange(cockpit, flow.plan));
    showFailure(cockpit, flow, result);
  }
  await Promise.all([
    cockpit.screens.refresh(),
    ...flow.plan.refreshes.map((id) => cockpit.cache.refresh(id)),
  ]);
}
