import type { OperationId } from '../../api/contract/index.ts';
import type { Failure } from '../../api/failure.ts';
import type { Tier } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import type { PreflightCheck } from '../answers/preflight.ts';
import type { Resource } from '../cache/resource.ts';
import type { Field } from './field.ts';

/** A change that was made. */
export interface Undoable {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The way to undo it, in words. */
  readonly undo: string;
  /**
   * Makes the plan that restores the previous state, which goes through the same checks as any other plan; undefined if the
   * change must be undone by hand.
   */
  readonly plan?: () => Plan;
}

/** Stands for the undo of a change that changes nothing. */
export const NO_CHANGE = 'no change';

/** Makes the plan that undoes a change; undefined if no key can undo it. */
export type Inverse = (() => Plan) | typeof NO_CHANGE | undefined;

/** The values that a form has gathered, by field name. */
export type PlanValues = Readonly<Record<string, unknown>>;

/** A single call of an operation. */
export interface CallExecution {
  readonly kind: 'call';
  readonly operation: OperationId;
  readonly input: (values: PlanValues) => RawInput;
  /** The input as it is shown before sending: with the name of a file in place of its content. */
  readonly preview: (values: PlanValues) => RawInput;
}

/** Several requests in sequence; the first failure stops them. */
export interface StepsExecution {
  readonly kind: 'steps';
  /** The operation that is called repeatedly; `preview` is the input that is shown for it. */
  readonly operation: OperationId;
  readonly preview: (values: PlanValues) => RawInput;
  /** Rejects with ApiError only. */
  readonly run: (values: PlanValues) => Promise<unknown>;
}

/** The result of a program. */
export interface ProgramEnd {
  readonly code: number;
  /** Its output, standard error after standard output. */
  readonly text: string;
}

/** A program that is run on this machine, without a shell. */
export interface ProgramExecution {
  readonly kind: 'program';
  /** The command line to show. */
  readonly line: string;
  /** Rejects with ApiError only. */
  readonly run: () => Promise<ProgramEnd>;
  readonly show: (end: ProgramEnd) => void;
}

/** A step of a larger change that is sent later as a whole: nothing is sent now. */
export interface LocalExecution {
  readonly kind: 'local';
  /** Stores the values of the form; returns the reason if it refuses them. */
  readonly keep: (values: PlanValues) => string | undefined;
}

/** The execution of a plan after its confirmation. */
export type Execution = CallExecution | StepsExecution | ProgramExecution | LocalExecution;

/** An action prepared for review: the request to send, its target, and the checks of whether it is safe. */
export interface Plan {
  readonly title: string;
  /** The reason why it cannot be proposed at all: the object acted on cannot be named in a request. */
  readonly nameless?: string;
  /** The name of the object acted on, which the operator must type to confirm a destructive action. */
  readonly target: string;
  /** The target, if it depends on the values of the form. */
  readonly targetOf?: (values: PlanValues) => string;
  /** The number of objects acted on; if more than one, the operator must type this number to confirm. */
  readonly count?: number;
  readonly execution: Execution;
  readonly tier: Tier;
  /**
   * Another tier for these values of the form: a lower one if they rule out the harm, for example because nothing is
   * replaced.
   */
  readonly tierOf?: (values: PlanValues) => Tier;
  readonly fields: readonly Field[];
  /** The current state, by field name, of fields whose initial text is a suggestion. */
  readonly state?: Readonly<Record<string, string>>;
  /** The effect on the cluster, in one sentence. */
  readonly effect: string;
  readonly undo: string;
  /**
   * The plan that undoes this one by another operation of the interface. Called right before sending, while the
   * previous state is still known; undefined if the change cannot be undone completely.
   */
  readonly inverse?: ((values: PlanValues) => Inverse) | undefined;
  /** The change that this plan undoes, if it is an undo. */
  readonly undoes?: Undoable;
  /** The equivalent command for Ceph's own command-line tool. */
  readonly cli?: (values: PlanValues) => string;
  /** Runs the checks on the newest data; called again after the data was read anew. */
  readonly checks: (values: PlanValues) => readonly PreflightCheck[];
  /** The checks use the current data of the plan's screen, not the data from when the dialog opened. */
  readonly checksCurrentRow?: boolean;
  /**
   * The resources that the checks use: read again before confirming if older than FRESH_MS. If an optional one cannot
   * be read, the checks themselves must say so.
   */
  readonly needs: readonly Resource[];
  /** The resources that the action changes; they are read again right after it. */
  readonly refreshes: readonly Resource[];
  /** Shows the reply, for an operation that is called for the sake of its reply. */
  readonly show?: (reply: unknown, values: PlanValues) => void;
  /** True while the selected object still exists, so that the action cannot hit another one; missing if nothing is selected. */
  readonly stillThere?: () => boolean;
}

/** The result of a call for which the dialog stays open: it failed, or its outcome is unknown. */
export interface Result {
  readonly kind: 'failed' | 'unknown';
  readonly failure: Failure;
}

/** The state of an action's dialog, from the key that opened it to its result. */
export interface Flow {
  readonly plan: Plan;
  /** The monotonic time at which the dialog opened, in milliseconds. */
  readonly openedAt: number;
  readonly phase:
    | { readonly step: 'checking' }
    | {
        readonly step: 'form';
        readonly field: number;
        readonly texts: readonly string[];
        /** The number of graphemes before the cursor; by default the cursor is at the end of the text. */
        readonly cursor?: number;
        /** The initial text is selected, so typing replaces it. */
        readonly selected?: boolean;
        /** The index of the picked choice in the currently narrowed list. */
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
  readonly values: PlanValues;
  /** The form as it was completed, for the way back to it. */
  readonly completed?: { readonly field: number; readonly texts: readonly string[] };
  readonly checks: readonly PreflightCheck[];
  /** The data that the checks use could not be refreshed. */
  readonly stale: boolean;
  /** The time at which the oldest of that data was read, in milliseconds since the epoch; absent if the checks use none. */
  readonly evidenceAt?: number;
}

/** The step of the dialog in which its form is filled in. */
export type FormPhase = Extract<Flow['phase'], { step: 'form' }>;

/** The age of the data that the checks use: when its oldest part was read, and if that is too long ago. */
export interface Evidence {
  readonly at?: number;
  readonly stale: boolean;
}
