import type { Named } from '../../api/contract/shapes.ts';

/** The texts of a form by field name. */
export type FormTexts = Readonly<Record<string, string>>;

/** A value that is offered for a field. */
export interface Choice {
  /** The text as it appears in the field. */
  readonly text: string;
  /** A note shown beside it. */
  readonly hint?: string;
  /** The value that `text` stands for, for example the number behind a name. */
  readonly reads?: string;
}

/** The values that are offered for a field, as far as they are known. */
export interface Choices {
  readonly all: readonly Choice[];
  /** The reason why the list is incomplete or still empty. */
  readonly note?: string;
  /** The choices are keywords, so a prefix that only one of them has may be typed instead of it. */
  readonly words?: boolean;
}

/** A field of an action's form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly initial: string;
  readonly required?: boolean;
  /** Typed characters are shown as dots. */
  readonly secret?: boolean;
  /** The text is the path of a local file, whose content is sent. */
  readonly upload?: boolean;
  /** The kind of object that the value names, such as a pool or a server, according to the contract. */
  readonly names?: Named;
  /** The field accepts several values, separated by commas. */
  readonly many?: boolean;
  /** The text is a path on this machine, or in the cluster's filesystem. */
  readonly path?: 'local' | 'cluster';
  /** The values to offer; called each time, since they may depend on the other fields. */
  readonly choices?: (texts: FormTexts) => Choices;
  /** Loads these values if the deck does not read them anyway; called when the focus or the text changes. */
  readonly load?: (texts: FormTexts) => void;
  /** The value that a text stands for, in words, where the text leaves it open: `5 TB` is 5.0 TiB. */
  readonly words?: (text: string) => string | undefined;
  /** Parses the text into the value for the request, or returns a message about what is wrong with it. */
  readonly read: (text: string) => { readonly value: unknown } | { readonly problem: string };
}
