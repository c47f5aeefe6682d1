import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * Checks stored records against the schema of their kind, which is compiled at its first use.
 * @returns a description of what is wrong with a value; undefined if it is valid or the kind is unknown
 */
export function recordCheck(
  kinds: Readonly<Record<string, TSchema>>,
): (kind: string, value: unknown) => string | undefined {
  const validators = new Map<string, ReturnType<typeof Compile>>();
  return (kind, value) => {
    const schema = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (schema === undefined) return undefined;
    const validator = validators.get(kind) ?? Compile(schema);
    validators.set(kind, validator);
    if (validator.Check(value)) return undefined;
    const [error] = validator.Errors(value);
    const where = error?.instancePath.slice(1).replaceAll('/', '.');
    return `${where ? `${where} ` : ''}${error?.message ?? 'it is not a valid record of this kind'}`;
  };
}
