/**
 * Works a result out anew only when an input is another object than the last time: what fifty consoles ask of the same
 * answers of a large cluster is worked out once. Nobody may change the result.
 */
export function sameInputs<Inputs extends readonly unknown[], Result>(
  work: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs) => {
    if (!last || inputs.some((input, index) => input !== last?.inputs[index]))
      last = { inputs, result: work(...inputs) };
    return last.result;
  };
}
