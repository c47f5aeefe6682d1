import type { OperationId } from '../../api/contract/index.ts';
import type { Failure } from '../../api/failure.ts';
import type { Tier } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import type { Resource } from '../cache/resource.ts';
import type { PreflightCheck } from '../facts/preflight.ts';
import type { Field } from './field.ts';

/** A change that was made, and what takes it back. */
export interface Undoable {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Makes the plan that leads back to the state before; it goes through the same checks as any other. */
  readonly plan: () => Plan;
}

type Values = Readonly<Record<string, unknown>>;

/** One call of an operation. */
export interface CallExecution {
  readonly kind: 'call';
  readonly operation: OperationId;
  readonly input: (values: Values) => RawInput;
  /** The input as it is shown before it is sent: with the name of a file for its content. */
  readonly preview: (values: Values) => RawInput;
}

/** Several requests, one after the other; the first failure stops them. */
export interface StepsExecution {
  readonly kind: 'steps';
  /** The operation that is called again and again, and the input that is shown for it. */
  readonly operation: OperationId;
  readonly preview: (values: Values) => RawInput;
  /** Rejects with ApiError only. */
  readonly run: (values: Values) => Promise<unknown>;
}

/** A program on this machine, without a shell. */
export interface ProgramExecution {
  readonly kind: 'program';
  /** Its command line, as it is shown. */
  readonly line: string;
  /** Rejects with ApiError only. */
  readonly run: () => Promise<unknown>;
}

/** Nothing is sent: a step of a change that is sent as a whole later. */
export interface LocalExecution {
  readonly kind: 'local';
  /** Takes what the form gathered; answers why not. */
  readonly keep: (values: Values) => string | undefined;
}

/** The way in which a plan is carried out once it is confirmed. */
export type Execution = CallExecution | StepsExecution | ProgramExecution | LocalExecution;

/** An action made ready to be looked at: what will be sent, to what, and what speaks against it. */
export interface Plan {
  readonly title: string;
  /** The thing that is acted on, as the person must type it for a destructive action. */
  readonly target: string;
  /** The same where it depends on what the form gathered. */
  readonly targetOf?: (values: Values) => string;
  /** The number of things it acts on: more than one are typed as a number to confirm. */
  readonly count?: number;
  readonly execution: Execution;
  readonly tier: Tier;
  /** A lesser one for what the form gathered, where it is known that the harm cannot be done: nothing is replaced. */
  readonly tierOf?: (values: Values) => Tier;
  readonly fields: readonly Field[];
  /** By the names of fields whose first texts are a suggestion: what stands there as things are. */
  readonly state?: Readonly<Record<string, string>>;
  /** Its effect on the cluster, in a sentence. */
  readonly effect: string;
  readonly undo: string;
  /**
   * The plan that takes it back with the interface's own means. Asked right before it is sent, while the state before is still
   * in hand; nothing where what is done cannot be taken back whole.
   */
  readonly inverse?: ((values: Values) => (() => Plan) | undefined) | undefined;
  /** The change that it takes back, where it does that. */
  readonly undoes?: Undoable;
  /** The line for the cluster's own command-line tool. */
  readonly cli?: (values: Values) => string;
  /** Looks at the newest data; called again when the data has been read anew. */
  readonly checks: (values: Values) => readonly PreflightCheck[];
  /** Its checks look at what its screen shows by then, not at what it showed when the dialog opened. */
  readonly ofRowNow?: boolean;
  /**
   * The resources that the checks are read from: read anew before confirming when it is older than FRESH_MS. That one which is optional
   * could not be read is theirs to tell.
   */
  readonly needs: readonly Resource[];
  /** The resources that the action changes: read again right after it. */
  readonly refreshes: readonly Resource[];
  /** Shows what an operation answered, where that is what it was called for. */
  readonly show?: (reply: unknown, values: Values) => void;
  /** Tells whether what was chosen is still there; an action never lands on something else. */
  readonly stillThere: () => boolean;
}

/** The reason why the dialog stays open after the call: nothing was changed, or nobody knows whether something was. */
export interface Result {
  readonly kind: 'failed' | 'unknown';
  readonly failure: Failure;
}

/** The place where an action stands between the key that opened it and its result. */
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
  readonly values: Values;
  /** The form as it was completed: the way back leads there. */
  readonly completed?: { readonly field: number; readonly texts: readonly string[] };
  readonly checks: readonly PreflightCheck[];
  /** The data that the checks rest on could not be read anew. */
  readonly stale: boolean;
  /** When the oldest part of that data was read, in milliseconds since the epoch; absent where they rest on none. */
  readonly evidenceAt?: number;
}

/** The age of what the checks rest on: when its oldest part was read, and whether that is too old to go by. */
export interface Evidence {
  readonly at?: number;
  readonly stale: boolean;
}
