/** Memoizes the last result of a pure function, which is reused while every field of the input is identical. */
export function memoize<Input extends object, Result>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  let last: { readonly input: Input; readonly result: Result } | undefined;
  return (input) => {
    if (!last || !sameFields(last.input, input)) last = { input, result: compute(input) };
    return last.result;
  };
}

/** Memoizes a pure function of one object; the results live as long as their objects. */
export function memoizeFor<Input extends object, Result>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const results = new WeakMap<Input, { readonly result: Result }>();
  return (input) => {
    const kept = results.get(input) ?? { result: compute(input) };
    results.set(input, kept);
    return kept.result;
  };
}

function sameFields<T extends object>(a: T, b: T): boolean {
  const keys = Object.keys(b) as (keyof T)[];
  return keys.length === Object.keys(a).length && keys.every((key) => Object.is(a[key], b[key]));
}
