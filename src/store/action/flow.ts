import type { Tier } from '../../api/operation.ts';
import type { PreflightCheck } from '../answers/preflight.ts';
import { inField } from './form.ts';
import type { Evidence, Flow, Plan, Result } from './plan.ts';

/**
 * Keys that act are ignored for this long after a dialog opened, in milliseconds: they were meant for the previous
 * view.
 */
export const GUARD_MS = 300;
/** The countdown in seconds during which a confirmed destructive action can still be cancelled. */
const COUNTDOWN = 5;

/** The tier of the action with the values of its form. */
export const tierIn = ({ plan, values }: Flow): Tier => plan.tierOf?.(values) ?? plan.tier;

/** The word that must be typed to confirm; a reversible action needs only the key `y` instead. */
export function confirmationText(flow: Flow): string {
  const { plan, values } = flow;
  if (tierIn(flow) === 'destructive') return plan.targetOf?.(values) ?? plan.target;
  if (plan.count !== undefined && plan.count > 1 && !flow.stale) return String(plan.count);
  return flow.stale ? 'yes stale' : 'yes';
}

/** The reason why the action cannot be confirmed at all; undefined if it can. */
export function blocker(flow: Flow): string | undefined {
  const block = flow.checks.find((check) => check.level === 'block');
  if (block) return block.text;
  if (flow.stale && tierIn(flow) === 'destructive') return 'The state could not be read again; try later.';
  return undefined;
}

/** True while the dialog accepts text: in a field of the form, or for the word that confirms. */
export const takesText = (flow: Flow): boolean =>
  flow.phase.step === 'form' ||
  (flow.phase.step === 'confirm' &&
    blocker(flow) === undefined &&
    (tierIn(flow) !== 'reversible' || flow.stale));

/** The flow of a newly proposed plan, which starts with its checks; `now` is monotonic time in milliseconds. */
export function openFlow(plan: Plan, now: number): Flow {
  return { plan, openedAt: now, phase: { step: 'checking' }, values: {}, checks: [], stale: false };
}

/** The field to begin with: the first that must be filled in, so that a suggested text before it is not typed over. */
const firstField = ({ fields }: Plan): number =>
  Math.max(
    0,
    fields.findIndex(({ initial, required }) => required === true && initial === ''),
  );

/** The flow after its first checks: continues with the form, or with the confirmation if there are no fields. */
export function checked(flow: Flow, checks: readonly PreflightCheck[], { at, stale }: Evidence): Flow {
  const next = { ...flow, checks, stale, ...(at !== undefined && { evidenceAt: at }) };
  if (flow.phase.step !== 'checking') return next;
  if (flow.plan.fields.length === 0 && flow.plan.tier === 'read')
    return { ...next, phase: { step: 'sending' } };
  const texts = flow.plan.fields.map((field) => field.initial);
  return texts.length > 0
    ? { ...next, phase: inField(flow, texts, firstField(flow.plan)) }
    : { ...next, phase: { step: 'confirm', typed: '' } };
}

/** The flow after its checks were repeated while the dialog is open; the same object if nothing changed. */
export function rechecked(flow: Flow, { at, stale }: Evidence): Flow {
  const checks = flow.plan.checks(flow.values);
  const isSame =
    checks.length === flow.checks.length &&
    checks.every(({ level, text }, index) => {
      const before = flow.checks[index];
      return before?.level === level && before.text === text;
    });
  if (isSame && stale === flow.stale && at === flow.evidenceAt) return flow;
  return { ...flow, checks, stale, ...(at !== undefined && { evidenceAt: at }) };
}

/**
 * The flow after a confirmation: Enter after the typed word, or `y` alone for a reversible action. If anything speaks
 * against it, the dialog shows the reason; otherwise the action is sent, or its countdown starts.
 */
export function confirmed(flow: Flow, by: 'enter' | 'y', now: number): Flow {
  const { phase, plan } = flow;
  if (phase.step !== 'confirm') return flow;
  const refuse = (problem: string): Flow => ({ ...flow, phase: { ...phase, problem } });
  if (now - flow.openedAt < GUARD_MS) return flow;
  const blocked = blocker(flow);
  if (blocked !== undefined) return refuse(blocked);
  const needsOnlyY = tierIn(flow) === 'reversible' && !flow.stale;
  if (needsOnlyY && by === 'enter') return refuse('Enter confirms nothing here: press y.');
  if (!needsOnlyY && phase.typed !== confirmationText(flow)) {
    const problem = `That is not ${confirmationText(flow)}.`;
    return { ...flow, phase: { ...phase, typed: '', problem } };
  }
  if (plan.stillThere?.() === false) {
    const message = `${plan.target} changed or went away while this was open; nothing was sent.`;
    return {
      ...flow,
      phase: { step: 'result', result: { kind: 'failed', failure: { kind: 'refused', message } } },
    };
  }
  if (tierIn(flow) === 'destructive') return { ...flow, phase: { step: 'countdown', seconds: COUNTDOWN } };
  return { ...flow, phase: { step: 'sending' } };
}

/** The flow after one second of the countdown; after the last second the action is sent. */
export function countedDown(flow: Flow): Flow {
  if (flow.phase.step !== 'countdown') return flow;
  const seconds = flow.phase.seconds - 1;
  return { ...flow, phase: seconds > 0 ? { step: 'countdown', seconds } : { step: 'sending' } };
}

/** The flow after its countdown was cancelled: everything typed is still there, but the word that confirms. */
export const countdownCancelled = (flow: Flow): Flow => ({
  ...flow,
  phase: { step: 'confirm', typed: '', problem: 'Cancelled: nothing was sent.' },
});

/** The flow after a call that failed or whose outcome is unknown: the dialog stays open and shows the result. */
export function finished(flow: Flow, result: Result): Flow {
  return { ...flow, phase: { step: 'result', result } };
}
