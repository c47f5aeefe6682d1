import type { TSchema } from 'typebox';
import { isFields, type UntypedObject } from '../lib/untyped.ts';
import { numberIn } from './numbers.ts';

/** The parts of a reply's schema that are used here; every field of every object is optional (see `shape`). */
interface ReplySchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, ReplySchema>>;
  readonly patternProperties?: Readonly<Record<string, ReplySchema>>;
  readonly items?: ReplySchema;
}

/**
 * Makes a value fit its schema, or returns MISFIT. A value that fits is returned unchanged, so that twenty thousand valid
 * disks are checked without a copy.
 */
type Fitter = (value: unknown) => unknown;

const MISFIT = Symbol('misfit');

const asIs: Fitter = (value) => value;

const text: Fitter = (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : MISFIT;
};

const truth: Fitter = (value) => {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 1) return true;
  return value === 'false' || value === 0 ? false : MISFIT;
};

const decimal: Fitter = (value) => {
  const number = typeof value === 'string' ? numberIn(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : MISFIT;
};

const whole: Fitter = (value) => {
  if (Number.isInteger(value)) return value;
  const number = decimal(value);
  return typeof number === 'number' ? Math.round(number) : MISFIT;
};

/** A list without the items that do not fit. A page is replaced by the list in its `data`. */
function listOf(fit: Fitter): Fitter {
  return (value) => {
    const list = isFields(value) ? value['data'] : value;
    if (!Array.isArray(list)) return MISFIT;
    let copy: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      const fitted = fit(item);
      if (copy === undefined && fitted !== item) copy = list.slice(0, index);
      if (copy !== undefined && fitted !== MISFIT) copy.push(fitted);
    }
    return copy ?? list;
  };
}

/** A copy of an object with some fields replaced, or removed if the replacement is MISFIT. */
function replaceFields(value: UntypedObject, replacements: ReadonlyMap<string, unknown>): UntypedObject {
  const copy: Record<string, unknown> = { ...value };
  for (const [key, field] of replacements) {
    if (field === MISFIT) delete copy[key];
    else copy[key] = field;
  }
  return copy;
}

/** An object with declared fields; other fields are kept. */
function fieldsOf(properties: Readonly<Record<string, ReplySchema>>): Fitter {
  const keys = Object.keys(properties);
  const fitters = Object.values(properties).map(fitterOf);
  return (value) => {
    if (!isFields(value)) return MISFIT;
    let replacements: Map<string, unknown> | undefined;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const field = value[key];
      if (field === undefined) continue;
      const fitted = (fitters[index] as Fitter)(field);
      if (fitted !== field) (replacements ??= new Map()).set(key, fitted);
    }
    return replacements ? replaceFields(value, replacements) : value;
  };
}

/** An object. If a page is expected, a plain list becomes the only page. */
function objectOf(properties: Readonly<Record<string, ReplySchema>>): Fitter {
  const fit = fieldsOf(properties);
  const isPage = properties['totalElements'] !== undefined && properties['data']?.type === 'array';
  if (!isPage) return fit;
  return (value) => fit(Array.isArray(value) ? { data: value, totalElements: value.length } : value);
}

/** An object whose fields all have the same schema. */
function recordOf(fit: Fitter): Fitter {
  return (value) => {
    if (!isFields(value)) return MISFIT;
    const replacements = new Map<string, unknown>();
    for (const [key, field] of Object.entries(value)) {
      const fitted = fit(field);
      if (fitted !== field) replacements.set(key, fitted);
    }
    return replacements.size > 0 ? replaceFields(value, replacements) : value;
  };
}

function makeFitter(schema: ReplySchema): Fitter {
  switch (schema.type) {
    case 'string':
      return text;
    case 'boolean':
      return truth;
    case 'number':
      return decimal;
    case 'integer':
      return whole;
    case 'array':
      return listOf(fitterOf(schema.items ?? {}));
    case 'object': {
      const values = Object.values(schema.patternProperties ?? {})[0];
      return values ? recordOf(fitterOf(values)) : objectOf(schema.properties ?? {});
    }
    case undefined:
    default:
      return asIs;
  }
}

const fitters = new WeakMap<ReplySchema, Fitter>();

function fitterOf(schema: ReplySchema): Fitter {
  let fitter = fitters.get(schema);
  if (fitter === undefined) {
    fitter = makeFitter(schema);
    fitters.set(schema, fitter);
  }
  return fitter;
}

function emptyOf({ type }: ReplySchema): unknown {
  if (type === 'array') return [];
  if (type === 'string') return '';
  return type === 'object' ? {} : undefined;
}

/**
 * Makes any value from a server fit the reply's schema: fields that are null or of the wrong type are removed, numbers and
 * booleans sent as text are converted, a page and a list replace each other, unknown fields and unknown words are kept. A
 * value that cannot fit becomes an empty object, list or text.
 *
 * Never throws, and goes no deeper than the schema. A value that fits is returned unchanged.
 */
export function tolerate(schema: TSchema, value: unknown): unknown {
  const fitted = fitterOf(schema)(value);
  return fitted === MISFIT ? emptyOf(schema) : fitted;
}
