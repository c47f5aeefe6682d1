import type { Input, OperationId } from '../../api/contract/index.ts';
import type { Upload } from '../../api/operation.ts';

/** The form's type of a value: a file is held by its name rather than its content. */
type Held<T> = T extends Upload ? string : T;

/** Field names and types of the parts of an object, for forms that ask for them one by one. */
type PartsOf<Name extends string, T> = T extends readonly unknown[] | Upload
  ? never
  : T extends object
    ? { [Key in keyof T & string]-?: [`${Name}.${Key}`, T[Key]] }[keyof T & string]
    : never;

/** Field names and types of one part of an input; a body that is not an object is a single field. */
type FieldsOf<Part extends string, T> = T extends readonly unknown[]
  ? [Part, T]
  : T extends object
    ? {
        [Key in keyof T & string]-?:
          | [`${Part}.${Key}`, Held<T[Key]>]
          | PartsOf<`${Part}.${Key}`, NonNullable<T[Key]>>;
      }[keyof T & string]
    : [Part, T];

type FieldPairs<T> = { [Part in keyof T & string]-?: FieldsOf<Part, NonNullable<T[Part]>> }[keyof T & string];

/** The values of a form for an input, by field name (`body.size`). */
export type ValuesOf<T> = { readonly [Field in FieldPairs<T> as Field[0]]?: Field[1] | undefined };

/** The values of an operation's form, typed by the contract. */
export type FormValues<Id extends OperationId> = ValuesOf<Input<Id>>;

/** A field name in an operation's form: the part of the input and the key in it. */
export type FieldName<Id extends OperationId> = keyof FormValues<Id> & string;

/** The input of an operation that is known before its form is filled in. */
export type GivenInput<Id extends OperationId> = {
  readonly [Part in keyof Input<Id>]?: Input<Id>[Part] extends readonly unknown[]
    ? Input<Id>[Part]
    : { readonly [Key in keyof Input<Id>[Part]]?: Input<Id>[Part][Key] | undefined };
};
