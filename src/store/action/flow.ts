import type { Tier } from '../../api/operation.ts';
import type { PreflightCheck } from '../facts/preflight.ts';
import { inField } from './form.ts';
import type { Evidence, Flow, Plan, Result } from './plan.ts';

/** Keys are ignored this long after a dialog opened, in milliseconds: they were meant for what was there before. */
export const GUARD_MS = 300;
/** The time in which a destructive action can still be called off after its name was typed, in seconds. */
const COUNTDOWN = 5;

/** The harm that the action can do as it stands. */
export const tierIn = ({ plan, values }: Flow): Tier => plan.tierOf?.(values) ?? plan.tier;

/** The word that has to be typed to confirm; a reversible action takes the lone key `y` instead. */
export function passphrase(flow: Flow): string {
  const { plan, values } = flow;
  if (tierIn(flow) === 'destructive') return plan.targetOf?.(values) ?? plan.target;
  if (plan.count !== undefined && plan.count > 1 && !flow.stale) return String(plan.count);
  return flow.stale ? 'yes stale' : 'yes';
}

/** Why the action cannot be confirmed at all, if so. */
export function blocker(flow: Flow): string | undefined {
  const block = flow.checks.find((check) => check.level === 'block');
  if (block) return block.text;
  if (flow.stale && tierIn(flow) === 'destructive')
    return 'The state could not be read again; try when it can.';
  return undefined;
}

/** Tells whether something is typed into its dialog: a field of the form, or the word that confirms. */
export const takesText = (flow: Flow): boolean =>
  flow.phase.step === 'form' ||
  (flow.phase.step === 'confirm' &&
    blocker(flow) === undefined &&
    (tierIn(flow) !== 'reversible' || flow.stale));

/** An action that was just asked for, at `now` by the clock that nobody sets: its checks come first. */
export function openFlow(plan: Plan, now: number): Flow {
  return { plan, openedAt: now, phase: { step: 'checking' }, values: {}, checks: [], stale: false };
}

/** The checks are done: on to the form, or to the confirmation when nothing has to be filled in. */
export function checked(flow: Flow, checks: readonly PreflightCheck[], { at, stale }: Evidence): Flow {
  const next = { ...flow, checks, stale, ...(at !== undefined && { evidenceAt: at }) };
  if (flow.phase.step !== 'checking') return next;
  if (flow.plan.fields.length === 0 && flow.plan.tier === 'read')
    return { ...next, phase: { step: 'sending' } };
  const texts = flow.plan.fields.map((field) => field.initial);
  return texts.length > 0
    ? { ...next, phase: inField(flow, texts, 0) }
    : { ...next, phase: { step: 'confirm', typed: '' } };
}

/** The checks were made again while the dialog waits; the same flow where they say what they said. */
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
 * The person asks to go ahead: Enter after the typed word, or a lone `y` for a reversible action. Says no,
 * with the reason, unless everything is in order; then the action is sent, or counted down to.
 */
export function confirmed(flow: Flow, by: 'enter' | 'y', now: number): Flow {
  const { phase, plan } = flow;
  if (phase.step !== 'confirm') return flow;
  const refuse = (problem: string): Flow => ({ ...flow, phase: { ...phase, problem } });
  if (now - flow.openedAt < GUARD_MS) return flow;
  const blocked = blocker(flow);
  if (blocked !== undefined) return refuse(blocked);
  const lone = tierIn(flow) === 'reversible' && !flow.stale;
  if (lone && by === 'enter') return refuse('Enter confirms nothing here: press y.');
  if (!lone && phase.typed !== passphrase(flow)) return refuse(`That is not ${passphrase(flow)}.`);
  if (!plan.stillThere()) {
    const message = `${plan.target} changed or went away while this was open; nothing was sent.`;
    return {
      ...flow,
      phase: { step: 'result', result: { kind: 'failed', failure: { kind: 'refused', message } } },
    };
  }
  if (tierIn(flow) === 'destructive') return { ...flow, phase: { step: 'countdown', seconds: COUNTDOWN } };
  return { ...flow, phase: { step: 'sending' } };
}

/** A second of the countdown has passed; after the last one the action is sent. */
export function countedDown(flow: Flow): Flow {
  if (flow.phase.step !== 'countdown') return flow;
  const seconds = flow.phase.seconds - 1;
  return { ...flow, phase: seconds > 0 ? { step: 'countdown', seconds } : { step: 'sending' } };
}

/** The call has failed, or nobody knows how it ended: the dialog stays open and says which. */
export function finished(flow: Flow, result: Result): Flow {
  return { ...flow, phase: { step: 'result', result } };
}
