import type { Tier } from '../../api/operation.ts';
import type { TextLine } from '../../lib/textLine.ts';
import type { Level } from '../facts/level.ts';
import type { Plan } from './plan.ts';

interface ActionFacts {
  readonly id: string;
  /** The name in the configuration, where that is not the label. */
  readonly name?: string;
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

/** An action that is not possible now, because there is nothing to act on. */
export interface UnavailableAction extends ActionFacts {
  readonly refused: string;
}

/** Something that can be done to the selection or to the cluster. Its keys and its menu entry do the same. */
export type Action = PlannedAction | EditorAction | UnavailableAction;

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

/** All that is known of one row, for reading at leisure. Its texts are as they came: they are made visible where they are shown. */
export interface Description {
  readonly title: string;
  /** Its state in a word or two. */
  readonly state?: { readonly word: string; readonly level: Level };
  /** Short facts, shown in two columns. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** A few things of one kind that belong to it, shown as a table; titles differ from each other. */
  readonly table?:
    | {
        readonly title: string;
        readonly titles: readonly string[];
        readonly rows: readonly (readonly string[])[];
      }
    | undefined;
  /** The names of what is related to it, as the key for that lists them. */
  readonly related?: readonly string[];
  /** Longer text below, unwrapped. */
  readonly text: readonly TextLine[];
}
