/**
 * Memoizes a function for its last inputs, which are compared by identity: so fifty consoles that read the same answers of
 * a large cluster cost one computation. Callers must not modify the result.
 */
export function memoizeLast<Inputs extends readonly unknown[], Result>(
  work: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs) => {
    if (!last || inputs.some((input, index) => input !== last?.inputs[index]))
      last = { inputs, result: work(...inputs) };
    return last.result;
  };
}
