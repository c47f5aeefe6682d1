import type { Tier } from '../../api/operation.ts';
import type { Plan } from './plan.ts';

interface ActionFacts {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
  readonly help: string;
  readonly tier: Tier;
  /** Its place among the hints of the footer, where it is not that of most actions. */
  readonly footer?: number;
  /** Why it is not possible just now. */
  readonly refused?: string | undefined;
}

/** An action that a dialog asks about: its plan is looked at, filled in and confirmed. */
export interface PlannedAction extends ActionFacts {
  readonly plan: () => Plan;
}

/** An action that begins in the operator's editor; what was written there is proposed as a plan. */
export interface EditorAction extends ActionFacts {
  readonly edit: () => void;
}

/** Something that can be done to the selection or to the cluster. Its keys and its menu entry do the same. */
export type Action = PlannedAction | EditorAction;

/** A key that leads from a thing to where else it can be looked at. */
export interface NavigationKey {
  readonly keys: readonly string[];
  readonly label: string;
  readonly help: string;
  /** Its place among the hints of the footer, as with any key. */
  readonly footer: number;
  /** Why it leads nowhere just now. */
  readonly refused?: string | undefined;
  readonly go: () => void;
}

/** All that is known of one row, for reading at leisure. */
export interface Description {
  readonly title: string;
  /** Short facts, shown as a table. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Longer text below, already painted and clean, unwrapped. */
  readonly text: readonly string[];
}
