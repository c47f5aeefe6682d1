import type { Engine } from '../../src/service/engine.ts';

/** Every field is missing in one of so many objects of a list that follow each other. */
const EVERY = 3;

/** A number that depends on a text. */
const sumOf = (text: string): number => Buffer.from(text).reduce((sum, byte) => sum + byte, 0);

/** A value without the fields that are missing in an object at this place of a list. */
function without(value: unknown, place: number): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => (sumOf(key) + place) % EVERY !== 0)
      .map(([key, field]) => [key, without(field, place + 1)]),
  );
}

/**
 * The engine with a part of all fields missing from the objects in lists, as the interface permits: of three objects in a
 * row each lacks other fields.
 */
export function sparseEngine(inner: Engine): Engine {
  const handlers = Object.entries(inner.handlers).map(([id, handler]) => [
    id,
    async (...call: unknown[]) => {
      const output = await (handler as (...call: unknown[]) => unknown)(...call);
      return Array.isArray(output) ? output.map(without) : lists(output);
    },
  ]);
  return { ...inner, handlers: Object.fromEntries(handlers) as Engine['handlers'] };
}

/** An object as it is, but for the lists in it. */
function lists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null || Symbol.asyncIterator in value) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, lists(field)]));
}
