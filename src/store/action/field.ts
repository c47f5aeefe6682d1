import type { Named } from '../../api/contract/shapes.ts';

/** The texts of a form, by the names of its fields. */
export type FormTexts = Readonly<Record<string, string>>;

/** A value that a field can have. */
export interface Choice {
  /** As it stands in the field. */
  readonly text: string;
  /** The note beside it. */
  readonly hint?: string;
  /** The text that the field reads in its place: the number that a name stands for. */
  readonly reads?: string;
}

/** The values that a field can have, as far as they are known. */
export interface Choices {
  readonly all: readonly Choice[];
  /** Why that is not all, or nothing yet. */
  readonly note?: string;
  /** They are words with one meaning each, so that the beginning of only one of them stands for it. */
  readonly words?: boolean;
}

/** A field that the person fills in before the action is complete. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly initial: string;
  readonly required?: boolean;
  /** Shown as dots while it is typed. */
  readonly secret?: boolean;
  /** The text is the name of a local file, whose content is sent. */
  readonly upload?: boolean;
  /** The kind of thing that the value names, by the interface's contract: a pool, a server. */
  readonly names?: Named;
  /** Several values, separated by commas. */
  readonly many?: boolean;
  /** The text is a path: of this machine, or of the cluster's filesystem. */
  readonly path?: 'local' | 'cluster';
  /** The values that it can have; they may depend on the other fields, so they are worked out anew each time. */
  readonly choices?: (texts: FormTexts) => Choices;
  /** Reads those values where the deck does not hold them; called whenever the field or its text changes. */
  readonly load?: (texts: FormTexts) => void;
  /** The value for the request, or what is wrong with the text, in words. */
  readonly read: (text: string) => { readonly value: unknown } | { readonly problem: string };
}
