import type { Api } from '../../api/client.ts';
import type { OperationId } from '../../api/contract/index.ts';
import { ApiError, outcomeUnknown } from '../../api/failure.ts';
import { taskIn } from '../../api/task.ts';
import type { RawInput } from '../../api/transport.ts';
import { countedDown, checked, finished, openFlow } from '../../store/action/flow.ts';
import { fieldOf, textsOf } from '../../store/action/form.ts';
import { inFormWords } from '../../store/action/formCheck.ts';
import type { Execution, Flow, LocalExecution, Plan, Result } from '../../store/action/plan.ts';
import type { Acts, Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { FRESH_MS } from '../../store/facts/preflight.ts';
import { pushOverlay, say } from '../../store/session/view.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { followRow } from './followRow.ts';
import { evidenceFor, recheckWhileOpen } from './recheck.ts';
import { changed, inverseOf } from './undo.ts';

type ActionOverlay = Extract<Overlay, { kind: 'action' }>;

type Call = (input: RawInput, options: { readonly signal?: AbortSignal }) => Promise<unknown>;

/** The client's method for an operation that is only known at run time; the contract checks the input again. */
const call = (api: Api, id: OperationId): Call => api[id] as Call;

/** The outcome of an action that was carried out. */
interface Done {
  readonly kind: 'done';
  readonly text: string;
  /** The answer of the service. */
  readonly reply?: unknown;
  readonly task?: number | undefined;
  readonly show?: () => void;
}

/** Opens an action's dialog: the checks run first, on data that is fresh if the service can give it. */
export function propose(cockpit: Cockpit, plan: Plan): void {
  const refusal = plan.tier === 'read' ? undefined : cockpit.readOnly();
  if (refusal !== undefined) {
    say(cockpit.view, 'warn', `${plan.title}: not sent. ${refusal}`);
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

/** The flow of a plan's dialog, which something else may lie over: the reply to an earlier call. */
const flowOf = ({ view }: Shown, plan: Plan): Flow | undefined =>
  view.getState().overlays.find((overlay) => isOf(plan, overlay))?.flow;

/** Tells whether a dialog shows the same of its text: another question, or another field, is read from its own beginning. */
const sameText = ({ phase: a }: Flow, { phase: b }: Flow): boolean =>
  a.step === 'form' && b.step === 'form' ? a.field === b.field : a.step === b.step;

const show = ({ view }: Shown, flow: Flow): void =>
  view.setState(({ overlays }) => ({
    overlays: overlays.map((overlay) => {
      if (!isOf(flow.plan, overlay)) return overlay;
      return sameText(overlay.flow, flow) ? { ...overlay, flow } : { kind: 'action', flow };
    }),
  }));

/** Takes a dialog to where its flow has come, and does what that asks for: send, or count down. */
export function proceed(cockpit: Cockpit, flow: Flow): void {
  const before = flowOf(cockpit, flow.plan);
  // Closed meanwhile, or no step further; and what is on its way is never sent again, whatever was pressed twice.
  if (!before || before === flow || before.phase.step === 'sending') return;
  show(cockpit, flow);
  fieldOf(flow)?.load?.(textsOf(flow));
  if (flow.phase.step === 'sending') void perform(cockpit, flow);
  if (flow.phase.step === 'countdown') cockpit.clock.after(1000, () => countDown(cockpit, flow));
}

/** A second of the countdown is over. It stands still while it is covered: nobody could call it off. */
function countDown(cockpit: Cockpit, flow: Flow): void {
  // Any key has closed the dialog by then, if the operator thought better of it.
  if (flowOf(cockpit, flow.plan) !== flow) return;
  proceed(cockpit, topFlow(cockpit) === flow ? countedDown(flow) : { ...flow });
}

/** Calls what the plan names, or runs what it does instead. */
function carryOut(
  { api, transfers }: Known & Acts,
  execution: Exclude<Execution, LocalExecution>,
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

/** Follows a task that an action started, says how it ended and reads again what it changed. */
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

/** Shows in its dialog why an action failed, or at the foot of the screen where the operator has hidden the dialog. */
function showFailure(cockpit: Shown, { plan }: Flow, { kind, failure }: Result): void {
  const flow = flowOf(cockpit, plan);
  const result = { kind, failure: { ...failure, message: inFormWords(plan.fields, failure.message) } };
  if (flow) return show(cockpit, finished(flow, result));
  const outcome = kind === 'unknown' ? 'outcome unknown' : 'nothing was changed';
  say(cockpit.view, 'error', `${plan.title}: ${outcome}. ${result.failure.message}`);
}

/** Sends the confirmed action once, shows what came of it and reads again what it changed. */
async function perform(cockpit: Cockpit, flow: Flow): Promise<void> {
  // The state before is known now, and no longer once it is sent.
  const takenBack = inverseOf(cockpit, flow);
  const toRow = followRow(cockpit, flow.plan);
  const result = await send(cockpit, flow);
  cockpit.cache.expire();
  if (result.kind === 'done') {
    cockpit.view.setState((state) => ({
      overlays: state.overlays.filter((overlay) => !isOf(flow.plan, overlay)),
    }));
    const hint = changed(cockpit, flow.plan, takenBack);
    if (result.show) result.show();
    else say(cockpit.view, 'ok', `${result.text}${hint}`);
    toRow(flow.values, result.reply);
    if (result.task !== undefined) follow(cockpit, result.task, flow.plan);
  } else showFailure(cockpit, flow, result);
  await Promise.all([
    cockpit.screens.refresh(),
    ...flow.plan.refreshes.map((id) => cockpit.cache.refresh(id)),
  ]);
}
