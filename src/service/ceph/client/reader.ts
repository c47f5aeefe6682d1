import type { Clock } from '../../../lib/clock.ts';
import { recordAge } from '../../answerAge.ts';
import { ifRefused } from '../../engine.ts';
import { createShare } from '../../share.ts';
import type { SilenceLimit } from './silenceLimit.ts';
import { within } from './timeouts.ts';

/** An answer and the time of its request, in elapsed milliseconds. */
export interface DatedAnswer<T> {
  readonly value: T;
  readonly at: number;
}

/** The time after which a previous answer is used instead of a slow one. */
const WAIT_MS = 250;
/**
 * The maximum age of such a previous answer: a monitor that hangs blocks the others for ten seconds, until they exclude
 * it, and the election takes five more.
 */
const MAX_AGE_MS = 20_000;
/** The maximum age of a previous answer that is used because there is no other: two minutes later it says little. */
const MAX_SILENT_AGE_MS = 120_000;

/** Waits for an answer, but returns the previous one if it is slow or the cluster does not answer. */
export async function freshOrPrevious<T>(
  clock: Clock,
  asking: Promise<T>,
  previous: T | Promise<T>,
): Promise<T> {
  const soon = asking.catch(ifRefused(() => previous, 503));
  return (await within(clock, WAIT_MS, soon)) ?? previous;
}

/** Caches answers for a short time, so that identical reads share one, and a slow cluster does not delay repeated ones. */
export class Reader {
  readonly #clock: Clock;
  readonly #shareMs: number;
  readonly #limit: SilenceLimit;
  readonly #share: ReturnType<typeof createShare>;
  readonly #answers = new Map<string, DatedAnswer<unknown>>();
  /** The pending reads whose answers no change has invalidated since they began. */
  readonly #valid = new Set<{ readonly key: string }>();

  /** @param limit limits the wait for a silent cluster */
  constructor(clock: Clock, shareMs: number, limit: SilenceLimit = (reading) => reading) {
    this.#clock = clock;
    this.#shareMs = shareMs;
    this.#limit = limit;
    this.#share = createShare(clock);
  }

  /** Returns the cluster's answer, however long it takes; a shared one may be up to `shareMs` old. */
  get<T>(key: string, ask: () => Promise<T>, shareMs = this.#shareMs): Promise<DatedAnswer<T>> {
    return this.#share.get(key, shareMs, async () => {
      const [at, pending] = [this.#clock.elapsed(), { key }];
      this.#valid.add(pending);
      try {
        const answer = { value: await ask(), at };
        // An answer to a request from before a change must not be used after it.
        if (this.#valid.has(pending)) this.#keep(key, answer);
        return answer;
      } finally {
        this.#valid.delete(pending);
      }
    });
  }

  /**
   * Returns the cluster's answer. If it is slow or does not answer, returns the previous answer and notes its age, unless
   * that is too old or was invalidated by a change. An older one only replaces an answer that does not come at all.
   */
  async getSoon<T>(key: string, ask: () => Promise<T>, shareMs?: number): Promise<T> {
    const asking = this.#limit(this.get(key, ask, shareMs));
    const last = this.#answers.get(key) as DatedAnswer<T> | undefined;
    const age = last === undefined ? Infinity : this.#clock.elapsed() - last.at;
    if (last === undefined || age >= MAX_SILENT_AGE_MS) return (await asking).value;
    const answer =
      age < MAX_AGE_MS
        ? await freshOrPrevious(this.#clock, asking, last)
        : await asking.catch(ifRefused(() => last, 503));
    if (answer === last) recordAge(this.#clock.elapsed() - last.at);
    return answer.value;
  }

  /** Drops the answers that a change has invalidated. Pending reads still answer the callers that wait for them. */
  forget(isInvalid: (key: string) => boolean = () => true): void {
    this.#share.clear(isInvalid);
    for (const key of this.#answers.keys()) if (isInvalid(key)) this.#answers.delete(key);
    for (const pending of this.#valid) if (isInvalid(pending.key)) this.#valid.delete(pending);
  }

  #keep(key: string, answer: DatedAnswer<unknown>): void {
    const oldest = this.#clock.elapsed() - MAX_SILENT_AGE_MS;
    for (const [other, { at }] of this.#answers) if (at < oldest) this.#answers.delete(other);
    this.#answers.set(key, answer);
  }
}
