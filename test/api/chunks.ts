import * as fc from 'fast-check';

/** A text that arrives in pieces, cut anywhere. */
export async function* inChunks(text: string, cuts: readonly number[]): AsyncGenerator<string> {
  let start = 0;
  for (const cut of cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b)) {
    yield text.slice(start, cut);
    start = cut;
  }
  yield text.slice(start);
}

/** The positions of the cuts, which wrap around the length of the text. */
export const anyCuts = fc.array(fc.nat(100_000), { maxLength: 40 });

export async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  return await Array.fromAsync(values);
}
