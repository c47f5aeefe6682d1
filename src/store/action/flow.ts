import type { OperationId } from '../../api/contract/index.ts';
import type { Failure } from '../../api/failure.ts';
import type { Tier } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import type { Field } from './field.ts';
import { inField } from './form.ts';
import type { Resource } from '../cache/resource.ts';
import type { Danger } from '../facts/dangers.ts';
import type { Undoable } from '../session/undo.ts';

/** An action made ready to be looked at: what will be sent, to what, and what speaks against it. */
export interface Plan {
  readonly title: string;
  /** What is acted on, as the person must type it for a destructive action. */
  readonly target: string;
  /** The same where it depends on what the form gathered. */
  readonly targetOf?: (values: Readonly<Record<string, unknown>>) => string;
  /** How many things it acts on: more than one are typed as a number to confirm. */
  readonly count?: number;
  /** The call that carries it out; nothing is called where it is only noted, or runs on this machine. */
  readonly operation?: OperationId;
  readonly tier: Tier;
  /** A lesser one for what the form gathered, where it is known that the harm cannot be done: nothing is replaced. */
  readonly tierOf?: (values: Readonly<Record<string, unknown>>) => Tier;
  readonly fields: readonly Field[];
  /** By the names of fields whose first texts are a suggestion: what stands there as things are. */
  readonly state?: Readonly<Record<string, string>>;
  readonly input: (values: Readonly<Record<string, unknown>>) => RawInput;
  /** The input as it is shown before it is sent, where that differs: the name of a file for its content. */
  readonly preview?: (values: Readonly<Record<string, unknown>>) => RawInput;
  /** What it does to the cluster, in a sentence. */
  readonly effect: string;
  readonly undo: string;
  /**
   * What takes it back with the interface's own means. Asked right before it is sent, while the state before is still
   * in hand; nothing where what is done cannot be taken back whole.
   */
  readonly inverse?: ((values: Readonly<Record<string, unknown>>) => (() => Plan) | undefined) | undefined;
  /** The change that it takes back, where it does that. */
  readonly undoes?: Undoable;
  /** The line for the cluster's own command-line tool. */
  readonly cli?: (values: Readonly<Record<string, unknown>>) => string;
  /** Looks at the newest data; called again when the data has been read anew. */
  readonly dangers: (values: Readonly<Record<string, unknown>>) => readonly Danger[];
  /** Its dangers look at what its screen shows by then, not at what it showed when the dialog opened. */
  readonly ofRowNow?: boolean;
  /** Takes what the form gathered, and nothing is sent: a step of a change that is sent as a whole later. Answers why not. */
  readonly note?: (values: Readonly<Record<string, unknown>>) => string | undefined;
  /**
   * What the dangers are read from: read anew before confirming when it is older than FRESH_MS. That one which is optional
   * could not be read is theirs to tell.
   */
  readonly needs: readonly Resource[];
  /** What the action changes: read again right after it. */
  readonly refreshes: readonly Resource[];
  /** Shows what an operation answered, where that is what it was called for. */
  readonly show?: (reply: unknown, values: Readonly<Record<string, unknown>>) => void;
  /** Carries it out where that takes more than the one call: several files. Rejects with ApiError only. */
  readonly carryOut?: (values: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** The line that runs on this machine, where that is what the action does and nothing is sent. */
  readonly runs?: string;
  /** Whether what was chosen is still there; an action never lands on something else. */
  readonly stillThere: () => boolean;
}

/** Why the dialog stays open after the call: nothing was changed, or nobody knows whether something was. */
export interface Result {
  readonly kind: 'failed' | 'unknown';
  readonly failure: Failure;
}

/** Where an action stands between the key that opened it and its result. */
export interface Flow {
  readonly plan: Plan;
  /** When the dialog opened, by the clock that nobody sets, in milliseconds. */
  readonly openedAt: number;
  readonly phase:
    | { readonly step: 'checking' }
    | {
        readonly step: 'form';
        readonly field: number;
        readonly texts: readonly string[];
        /** Graphemes of the text before the cursor; at its end, unless said. */
        readonly cursor?: number;
        /** The text stood there before, and what is typed replaces it. */
        readonly selected?: boolean;
        /** Index of what is chosen in the list of the field's values, as it is narrowed now. */
        readonly pick?: number;
        readonly problem?: string;
      }
    | {
        readonly step: 'confirm';
        readonly typed: string;
        readonly cursor?: number;
        readonly problem?: string;
      }
    | { readonly step: 'countdown'; readonly seconds: number }
    | { readonly step: 'sending' }
    | { readonly step: 'result'; readonly result: Result };
  readonly values: Readonly<Record<string, unknown>>;
  readonly dangers: readonly Danger[];
  /** The data that the dangers rest on could not be read anew. */
  readonly stale: boolean;
  /** When the oldest part of that data was read, in milliseconds since the epoch; absent where they rest on none. */
  readonly evidenceAt?: number;
}

/** How old what the checks rest on is: when its oldest part was read, and whether that is too old to go by. */
export interface Evidence {
  readonly at?: number;
  readonly stale: boolean;
}

/** Keys are ignored this long after a dialog opened, in milliseconds: they were meant for what was there before. */
export const GUARD_MS = 300;
/** How long a destructive action can still be called off after its name was typed, in seconds. */
const COUNTDOWN = 5;

/** How much harm the action can do as it stands. */
export const tierIn = ({ plan, values }: Flow): Tier => plan.tierOf?.(values) ?? plan.tier;

/** What has to be typed to confirm; a reversible action takes the lone key `y` instead. */
export function passphrase(flow: Flow): string {
  const { plan, values } = flow;
  if (tierIn(flow) === 'destructive') return plan.targetOf?.(values) ?? plan.target;
  if (plan.count !== undefined && plan.count > 1 && !flow.stale) return String(plan.count);
  return flow.stale ? 'yes stale' : 'yes';
}

/** Why the action cannot be confirmed at all, if so. */
export function blocker(flow: Flow): string | undefined {
  const block = flow.dangers.find((danger) => danger.level === 'block');
  if (block) return block.text;
  if (flow.stale && tierIn(flow) === 'destructive')
    return 'The state could not be read again; try when it can.';
  return undefined;
}

/** Whether something is typed into its dialog: a field of the form, or the word that confirms. */
export const takesText = (flow: Flow): boolean =>
  flow.phase.step === 'form' ||
  (flow.phase.step === 'confirm' &&
    blocker(flow) === undefined &&
    (tierIn(flow) !== 'reversible' || flow.stale));

/** An action that was just asked for, at `now` by the clock that nobody sets: its checks come first. */
export function openFlow(plan: Plan, now: number): Flow {
  return { plan, openedAt: now, phase: { step: 'checking' }, values: {}, dangers: [], stale: false };
}

/** The checks are done: on to the form, or to the confirmation when nothing has to be filled in. */
export function checked(flow: Flow, dangers: readonly Danger[], { at, stale }: Evidence): Flow {
  const next = { ...flow, dangers, stale, ...(at !== undefined && { evidenceAt: at }) };
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
  const dangers = flow.plan.dangers(flow.values);
  const isSame =
    dangers.length === flow.dangers.length &&
    dangers.every(({ level, text }, index) => {
      const before = flow.dangers[index];
      return before?.level === level && before.text === text;
    });
  if (isSame && stale === flow.stale && at === flow.evidenceAt) return flow;
  return { ...flow, dangers, stale, ...(at !== undefined && { evidenceAt: at }) };
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
