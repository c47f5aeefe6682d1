/**
 * Memoizes a function for its last inputs, which are compared by identity: so fifty consoles that read the same answers of
 * a large cluster cost one computation. The result is frozen, as all callers share it; an answer that is one is also encoded
 * once. Callers must not modify what it contains either.
 */
export function memoizeLast<Inputs extends readonly unknown[], Result>(
  work: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs) => {
    if (!last || inputs.some((input, index) => input !== last?.inputs[index]))
      last = { inputs, result: Object.freeze(work(...inputs)) as Result };
    return last.result;
  };
}
