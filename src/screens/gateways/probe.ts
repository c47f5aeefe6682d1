import { ApiError } from '../../api/failure.ts';

/** Ids that are tried at once. The search ends when a whole batch beyond the last known id finds nothing. */
const BATCH = 4;

/**
 * The highest id that the search tries. Chosen by us: services get consecutive ids, and a cluster has a few, so 64 leaves room
 * for many that were deleted. Services with a higher id are found if the configuration or a visit names them.
 */
const HIGHEST_ID = 64;

/** A service that was found by its id. */
export interface FoundService<Service> {
  readonly id: number;
  readonly service: Service;
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.status === 404;

/** Reads the service with an id; undefined if there is none. */
async function askFor<Service>(
  id: number,
  get: (id: number) => Promise<Service>,
): Promise<FoundService<Service> | undefined> {
  try {
    return { id, service: await get(id) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Finds gateway services, which the interface does not list, by trying the ids 1, 2, 3 and so on in batches, until a whole
 * batch beyond the known ids finds nothing. Rejects with any error other than a missing service.
 */
export async function findServices<Service>(
  known: readonly number[],
  get: (id: number) => Promise<Service>,
): Promise<readonly FoundService<Service>[]> {
  const found: FoundService<Service>[] = [];
  const far = known.filter((id) => id > HIGHEST_ID);
  const near = known.filter((id) => id <= HIGHEST_ID);
  for (let first = 1; first <= HIGHEST_ID; first += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, index) => first + index);
    const answers = await Promise.all(ids.map((id) => askFor(id, get)));
    const there = answers.filter((answer) => answer !== undefined);
    found.push(...there);
    if (there.length === 0 && near.every((id) => id < first + BATCH)) break;
  }
  const others = await Promise.all(far.map((id) => askFor(id, get)));
  return [...found, ...others.filter((answer) => answer !== undefined)];
}

/** The ids of known services, including those that a search from 1 would not reach. */
export class KnownIds {
  #ids: ReadonlySet<number> = new Set();

  add(id: number): void {
    this.#ids = new Set([...this.#ids, id]);
  }

  /** Finds all services, and remembers their ids. */
  async find<Service>(get: (id: number) => Promise<Service>): Promise<readonly FoundService<Service>[]> {
    const found = await findServices([...this.#ids], get);
    this.#ids = new Set(found.map(({ id }) => id));
    return found;
  }
}
