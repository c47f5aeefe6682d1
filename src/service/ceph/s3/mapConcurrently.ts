/**
 * Maps items with an async function, at max `max` at a time.
 * @returns the results in the order of the items; rejects with the first failure
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  max: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, worker));
  return results;
}
