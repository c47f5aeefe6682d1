import { contract, type OperationId } from '../../api/contract/index.ts';
import { maskInput } from '../../api/mask.ts';
import type { Operation } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import type { Look, Role } from '../../lib/look.ts';
import { fit, visible, width, wrap } from '../../lib/text.ts';
import { blocker, confirmationText, tierIn } from '../../store/action/flow.ts';
import { typedProblem } from '../../store/action/form.ts';
import type { Flow, FormPhase } from '../../store/action/plan.ts';
import { FRESH_MS, NO_BLOCKER, type PreflightCheck } from '../../store/answers/preflight.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { maskedPath } from '../../store/session/requestLog.ts';
import { progressText } from '../../store/transfers/text.ts';
import { type DialogText, widestText } from '../../widgets/dialog.ts';
import { coarseAge } from '../frame/deckFrame.ts';
import { choiceLines } from './choiceLines.ts';

const TIER_ROLE = { read: 'accent', reversible: 'info', disruptive: 'warn', destructive: 'danger' } as const;

/** The colour of an action dialog's frame, which shows how much harm the action can do. */
export const tierRole = (flow: Flow): Role => TIER_ROLE[tierIn(flow)];

/** The title of the dialog: the action, and at its end the cluster, so that nobody acts on the wrong one. */
export function actionTitle(cockpit: Known & Shown, flow: Flow): Pick<DialogText, 'title' | 'titleEnd'> {
  const { context, facts } = cockpit;
  const fsid = facts.cluster().fsid?.slice(0, 8);
  const cluster = `${context.production ? 'PROD ' : ''}${context.name}${fsid === undefined ? '' : ` ${fsid}`}`;
  return { title: flow.plan.title, titleEnd: ` on ${cluster}` };
}

/** The request to be sent: method, path with its parameters, body. Secrets are masked. */
function requestText(id: OperationId, input: RawInput): string {
  const operation: Operation = contract[id];
  const { body, form } = maskInput(operation, input);
  const content = body ?? form;
  const line = `${operation.method} ${maskedPath(operation, input)}`;
  return content === undefined ? line : `${line} ${JSON.stringify(content)}`;
}

function checkLine({ paint, glyphs, unicode }: Look, { level, text }: PreflightCheck): string {
  const role = level === 'block' ? 'error' : level;
  return `${paint(role, glyphs[role])} ${visible(text, unicode)}`;
}

/** The line with the request to send or the program to run; undefined for an action that is only local. */
function executionLine({
  plan: { execution },
  values,
}: Flow): readonly [label: string, text: string] | undefined {
  switch (execution.kind) {
    case 'call':
    case 'steps':
      return ['sends', requestText(execution.operation, execution.preview(values))];
    case 'program':
      return ['runs', execution.line];
    case 'local':
      return undefined;
  }
}

/** The age of the data that the checks used; it keeps growing while the dialog is open, also if the view is paused. */
function evidenceLine(cockpit: Known & Shown, { evidenceAt }: Flow): string[] {
  if (evidenceAt === undefined) return [];
  const ms = Math.max(0, cockpit.clock.now() - evidenceAt);
  const line = `checked on data read ${coarseAge(cockpit, ms / 1000)} ago`;
  return [cockpit.look.paint(ms > FRESH_MS ? 'warn' : 'dim', line.replace('now ago', 'just now'))];
}

/** True once nothing is left to fill in: what is to be sent is known. */
const isFilled = ({ plan, phase }: Flow): boolean =>
  plan.fields.length === 0 || (phase.step !== 'form' && phase.step !== 'checking');

/**
 * The lines about the checks. Before the form is filled in, and beside an objection, they do not conclude that nothing
 * blocks.
 */
function checksText(cockpit: Known & Shown, flow: Flow): string[] {
  const { look } = cockpit;
  if (flow.phase.step === 'checking') return [look.paint('dim', 'Checking the cluster ...')];
  const isOpen = !isFilled(flow) || flow.checks.some(({ level }) => level !== 'ok');
  const checks = isOpen ? flow.checks.filter(({ text }) => text !== NO_BLOCKER) : flow.checks;
  return [
    ...(flow.stale
      ? [look.paint('error', 'The state could not be read again: these checks rest on old data.')]
      : []),
    ...checks.map((check) => checkLine(look, check)),
    ...(checks.length > 0 ? evidenceLine(cockpit, flow) : []),
  ];
}

/**
 * The lines of each field of the form: its value, the current one marked, and the problem of a wrong value, below it where it
 * does not fit beside; empty for a single field, which `fieldHint` labels.
 */
function formLines({ look, view }: Shown, flow: Flow, phase: FormPhase): string[][] {
  const { fields } = flow.plan;
  if (fields.length <= 1) return [];
  const names = Math.max(...fields.map((field) => width(field.label)));
  const columns = widestText(view.getState().size);
  return fields.map((field, index) => {
    const current = index === phase.field;
    const text = phase.texts[index] ?? '';
    // That of the current field is shown in place of its hint.
    const problem = current ? undefined : typedProblem(flow, index);
    const sign = current
      ? look.paint('accent', look.glyphs.cursor)
      : problem !== undefined
        ? look.paint('error', look.glyphs.error)
        : ' ';
    const shown = field.secret ? '*'.repeat(text.length) : visible(text, look.unicode);
    const label = `${fit(field.label, names)}${field.required ? look.paint('warn', '*') : ' '}`;
    const line = `${sign} ${current ? look.paint('strong', label) : label} ${shown}`;
    if (problem === undefined) return [line];
    const reason = visible(problem, look.unicode);
    const beside = `${line}  ${look.paint('error', reason)}`;
    if (width(beside) <= columns) return [beside];
    const indent = ' '.repeat(Math.min(names + 4, Math.floor(columns / 2)));
    const below = wrap(reason, columns - indent.length).map((part) => indent + look.paint('error', part));
    return [line, ...below];
  });
}

/** The hint on the values that the current field accepts, or the problem with what is typed. */
function fieldHint(look: Look, flow: Flow, phase: FormPhase): string[] {
  const { fields } = flow.plan;
  const field = fields[phase.field];
  const words = field?.words?.(phase.texts[phase.field] ?? '');
  const accepted = look.paint('dim', visible(field?.hint ?? '', look.unicode));
  const problem = phase.problem === undefined ? typedProblem(flow, phase.field) : undefined;
  const hint =
    problem !== undefined
      ? look.paint('error', visible(`${look.glyphs.error} ${problem}`, look.unicode))
      : words === undefined
        ? accepted
        : `${accepted}  = ${words}`;
  return fields.length > 1 ? [hint] : [look.paint('strong', fields[0]?.label ?? ''), hint];
}

/** The progress of running uploads. */
function uploadLines({ transfers, clock, look }: Known & Shown): string[] {
  return transfers.store
    .getState()
    .running.filter(({ way }) => way === 'up')
    .map((one) => `${visible(one.name, look.unicode)}: ${progressText(one, clock.elapsed())}`);
}

/** The lines under the checks: the question to the operator, the progress of sending, or the result. */
function questionLines(cockpit: Known & Shown, flow: Flow): string[] {
  const { look } = cockpit;
  const { phase, plan } = flow;
  const problem =
    'problem' in phase && phase.problem !== undefined
      ? [look.paint('error', visible(phase.problem, look.unicode))]
      : [];
  switch (phase.step) {
    case 'checking':
      return [];
    case 'form': {
      const hint = fieldHint(look, flow, phase);
      const columns = widestText(cockpit.view.getState().size);
      const others = [...hint, ...problem].flatMap((line) => wrap(line, columns)).length;
      return [...hint, ...choiceLines(cockpit, flow, others), ...problem];
    }
    case 'confirm':
      if (blocker(flow) !== undefined) return [look.paint('error', 'It cannot be done now: see above.')];
      if (tierIn(flow) === 'reversible' && !flow.stale)
        return [...problem, `Press ${look.paint('key', 'y')} to go ahead.`];
      return [
        ...problem,
        `Type ${look.paint('key', visible(confirmationText(flow), look.unicode))} and press Enter to go ahead.`,
      ];
    case 'countdown':
      return [look.paint('danger', ` Sending in ${phase.seconds} s. Any key cancels it. `)];
    case 'sending':
      return [look.paint('info', 'Sent, waiting for the answer ...'), ...uploadLines(cockpit)];
    case 'result':
      return [
        look.paint(
          'error',
          phase.result.kind === 'unknown'
            ? `Outcome unknown: the ${plan.execution.kind === 'program' ? 'program' : 'request'} may have taken effect. The state is being read again.`
            : 'Nothing was changed.',
        ),
        visible(phase.result.failure.message, look.unicode),
      ];
  }
}

/** The description of an action below its effect: checks, request, equivalent command line, undo. */
function factLines(cockpit: Known & Shown, flow: Flow): string[] {
  const { look } = cockpit;
  const { plan } = flow;
  const filled = isFilled(flow);
  const execution = filled ? executionLine(flow) : undefined;
  const checks = checksText(cockpit, flow);
  const label = (name: string) => look.paint('dim', name.padEnd(7));
  const clean = (text: string) => visible(text, look.unicode);
  return [
    '',
    ...(checks.length > 0 ? [...checks, ''] : []),
    ...(execution ? [`${label(execution[0])}${clean(execution[1])}`] : []),
    ...(filled && plan.cli ? [`${label('like')}${clean(plan.cli(flow.values))}`] : []),
    `${label('undo')}${clean(plan.undo)}`,
  ];
}

/**
 * The text of an action's dialog. If it is taller than the screen it starts with the checks, and the question stays visible
 * below. A form is scrolled to the current field, a result to its reason.
 */
export function actionText(
  cockpit: Known & Shown,
  flow: Flow,
): Pick<DialogText, 'head' | 'body' | 'pinned' | 'ensureVisible' | 'top'> {
  const { phase } = flow;
  const head = [visible(flow.plan.effect, cockpit.look.unicode)];
  const facts = factLines(cockpit, flow);
  const question = questionLines(cockpit, flow);
  if (phase.step === 'checking') return { head, body: [...facts, ''] };
  if (phase.step === 'result')
    return { head, body: [...facts, '', ...question], top: Number.MAX_SAFE_INTEGER };
  if (phase.step !== 'form') return { head, body: facts, pinned: question };
  const fields = formLines(cockpit, flow, phase);
  const above = fields.length > 0 ? [...facts, ''] : facts;
  const ensureVisible = above.length + fields.slice(0, phase.field).flat().length;
  const body = [...above, ...fields.flat()];
  return { head, body, pinned: question, ensureVisible, top: Number.MAX_SAFE_INTEGER };
}
