import type { LogEvent } from '../../api/contract/logs.ts';
import type { Tier } from '../../api/operation.ts';
import type { TextLine } from '../../lib/textLine.ts';
import type { Level } from '../answers/level.ts';
import type { Plan } from './plan.ts';

interface ActionFacts {
  readonly id: string;
  /** The name of the action in the configuration file, if it differs from the label. */
  readonly name?: string;
  readonly keys: readonly string[];
  readonly label: string;
  readonly help: string;
  readonly tier: Tier;
  /** The position of its hint in the footer, if not the default one. */
  readonly footer?: number;
  /** The reason why the action is disabled at the moment. */
  readonly refused?: string | undefined;
}

/** An action that opens a dialog, in which its plan is reviewed, filled in and confirmed. */
export interface PlannedAction extends ActionFacts {
  readonly plan: () => Plan;
}

/** An action that opens the operator's editor; the edited text then becomes a plan. */
export interface EditorAction extends ActionFacts {
  readonly edit: () => void;
}

/** An action that is disabled at the moment, because there is nothing to act on. */
export interface UnavailableAction extends ActionFacts {
  readonly refused: string;
}

/** Something that can be done to the selection or to the cluster, by key or from the menu. */
export type Action = PlannedAction | EditorAction | UnavailableAction;

/** A key that jumps from a row to another view of the same or a related object. */
export interface NavigationKey {
  readonly keys: readonly string[];
  readonly label: string;
  readonly help: string;
  /** The position of its hint in the footer. */
  readonly footer: number;
  /** The reason why the jump is not possible at the moment. */
  readonly refused?: string | undefined;
  readonly go: () => void;
}

/** A figure of an object over time. */
export interface FigureHistory {
  readonly name: string;
  /** The unit of its values, as the interface names it. */
  readonly unit?: string | undefined;
  /** Its values at even intervals, oldest first, with the time in seconds since the epoch; a point without a value is a gap. */
  readonly points: readonly { readonly t: number; readonly v: number | undefined }[];
  /** Set for an amount, of which its growth is of interest; otherwise it is a load, which comes and goes. */
  readonly isAmount?: boolean;
}

/** The detail page of one row. Its texts are untrusted; they are made visible where they are painted. */
export interface Description {
  readonly title: string;
  /** Its state in a word or two. */
  readonly state?: { readonly word: string; readonly level: Level };
  /** Short facts, shown in two columns. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Its figures over time, one line each. */
  readonly history?: readonly FigureHistory[];
  /** A few related objects of one kind, shown as a table with distinct column titles. */
  readonly table?:
    | {
        readonly title: string;
        readonly titles: readonly string[];
        readonly rows: readonly (readonly string[])[];
      }
    | undefined;
  /** The names of related objects, as the key for related objects lists them. */
  readonly related?: readonly string[];
  /** Lists that belong to it: the screen that shows each, and its name among the related objects if it is one. */
  readonly lists?: readonly {
    readonly label?: string;
    readonly screen: string;
    readonly scope: Readonly<Record<string, string>>;
    /** `alone` if the list is left out where the page stands beside another. */
    readonly onPage?: true | 'alone';
  }[];
  /** Longer text below, not yet wrapped. */
  readonly text: readonly TextLine[];
  /** The tasks that work or worked on it lately, running ones first, each in a line. */
  readonly tasks?: readonly { readonly time: string; readonly text: string; readonly level: Level }[];
  /** The changes of it that this console sent and that are no task, newest first, each in a line. */
  readonly made?: NonNullable<Description['tasks']>;
  /** Its newest log lines, oldest first, with their times as the log shows them; `count` includes folded repeats. */
  readonly log?: readonly { readonly time: string; readonly event: LogEvent; readonly count: number }[];
}

/** The facts of a description: names and values. */
export type FactPairs = Description['facts'];
