import type { Input, OperationId } from '../../api/contract/index.ts';
import type { Upload } from '../../api/operation.ts';

/** A form holds the name of a local file in the place of its content. */
type Held<T> = T extends Upload ? string : T;

/** The names and types of the plain parts of a value that is an object, as a form may ask for each of them. */
type PartsOf<Name extends string, T> = T extends readonly unknown[] | Upload
  ? never
  : T extends object
    ? { [Key in keyof T & string]-?: [`${Name}.${Key}`, T[Key]] }[keyof T & string]
    : never;

/** The names and types of the fields of one place of an input; a body that is no object is one field. */
type FieldsOf<Place extends string, T> = T extends readonly unknown[]
  ? [Place, T]
  : T extends object
    ? {
        [Key in keyof T & string]-?:
          | [`${Place}.${Key}`, Held<T[Key]>]
          | PartsOf<`${Place}.${Key}`, NonNullable<T[Key]>>;
      }[keyof T & string]
    : [Place, T];

type Fields<T> = { [Place in keyof T & string]-?: FieldsOf<Place, NonNullable<T[Place]>> }[keyof T & string];

/** The values that the form of an operation gathers, by the names of its fields (`body.size`), as the contract types them. */
export type FormValues<Id extends OperationId> = {
  readonly [Field in Fields<Input<Id>> as Field[0]]?: Field[1] | undefined;
};

/** The name of a field in the form of an operation: the place where its value travels, and its name there. */
export type FieldName<Id extends OperationId> = keyof FormValues<Id> & string;

/** The part of an operation's input that is known before the form. */
export type GivenInput<Id extends OperationId> = {
  readonly [Place in keyof Input<Id>]?: Input<Id>[Place] extends readonly unknown[]
    ? Input<Id>[Place]
    : { readonly [Key in keyof Input<Id>[Place]]?: Input<Id>[Place][Key] | undefined };
};
