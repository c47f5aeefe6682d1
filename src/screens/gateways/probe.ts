import { ApiError } from '../../api/failure.ts';

/** Ids that are asked for at once. As many without a service after the last known one end the search. */
const AT_ONCE = 4;

/** The search ends here, whatever answers: no cluster has more gateway services. */
const MOST = 64;

/** Services of one kind, found by their ids. */
export interface Found<Service> {
  readonly id: number;
  readonly service: Service;
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.status === 404;

/** The service of an id, or nothing where there is none. */
async function askFor<Service>(
  id: number,
  get: (id: number) => Promise<Service>,
): Promise<Found<Service> | undefined> {
  try {
    return { id, service: await get(id) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The interface lists no gateway services, so their ids are found by asking 1, 2, 3 and so on, a few at a time,
 * until a whole step beyond the known ones finds nothing. Rejects with what else stands in the way.
 */
export async function findServices<Service>(
  known: readonly number[],
  get: (id: number) => Promise<Service>,
): Promise<readonly Found<Service>[]> {
  const found: Found<Service>[] = [];
  const far = known.filter((id) => id > MOST);
  const last = Math.max(0, ...known.filter((id) => id <= MOST));
  for (let first = 1; first <= MOST; first += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, (_, index) => first + index);
    const answers = await Promise.all(ids.map((id) => askFor(id, get)));
    const there = answers.filter((answer) => answer !== undefined);
    found.push(...there);
    if (there.length === 0 && last < first + AT_ONCE) break;
  }
  const others = await Promise.all(far.map((id) => askFor(id, get)));
  return [...found, ...others.filter((answer) => answer !== undefined)];
}

/** The ids that have a service, as far as one console knows: those that the search from 1 would not reach. */
export class KnownIds {
  #ids: ReadonlySet<number> = new Set();

  add(id: number): void {
    this.#ids = new Set([...this.#ids, id]);
  }

  /** All services there are; their ids are known from then on, and those that have gone no more. */
  async find<Service>(get: (id: number) => Promise<Service>): Promise<readonly Found<Service>[]> {
    const found = await findServices([...this.#ids], get);
    this.#ids = new Set(found.map(({ id }) => id));
    return found;
  }
}
