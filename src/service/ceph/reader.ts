import type { Clock } from '../../lib/clock.ts';
import { recordAge } from '../answerAge.ts';
import { Refusal } from '../engine.ts';
import { createShare } from '../share.ts';
import { within } from './timeouts.ts';

/** An answer, and when it was asked for, in elapsed milliseconds of the clock. */
export interface DatedAnswer<T> {
  readonly value: T;
  readonly at: number;
}

/**
 * A read that takes longer is answered with what was read shortly before: a monitor that hangs holds the others up for ten
 * seconds, until they leave it out, and they elect a leader for five more.
 */
const PATIENCE_MS = 250;
const KEPT_MS = 20_000;

/** An answer, if it comes soon; the last one before stands in for one that is slow, and where the cluster gives none. */
export async function soonOr<T>(clock: Clock, asking: Promise<T>, last: T | Promise<T>): Promise<T> {
  const soon = asking.catch((failure: unknown) => {
    if (failure instanceof Refusal && failure.status === 503) return last;
    throw failure;
  });
  return (await within(clock, PATIENCE_MS, soon)) ?? last;
}

/** Lets identical reads share one answer, and none wait for long that was answered shortly before. */
export class Reader {
  readonly #clock: Clock;
  readonly #shareMs: number;
  readonly #share: ReturnType<typeof createShare>;
  readonly #kept = new Map<string, DatedAnswer<unknown>>();
  /** Questions under way that nothing has been changed for meanwhile. */
  readonly #valid = new Set<{ readonly key: string }>();

  constructor(clock: Clock, shareMs: number) {
    this.#clock = clock;
    this.#shareMs = shareMs;
    this.#share = createShare(clock);
  }

  /** An answer as the cluster gives it, however long that takes; a shared one is older than the question that it answers. */
  get<T>(key: string, ask: () => Promise<T>, shareMs = this.#shareMs): Promise<DatedAnswer<T>> {
    return this.#share.get(key, shareMs, async () => {
      const [at, question] = [this.#clock.elapsed(), { key }];
      this.#valid.add(question);
      try {
        const answer = { value: await ask(), at };
        // What was asked before a change stands in for nothing after it.
        if (this.#valid.has(question)) this.#keep(key, answer);
        return answer;
      } finally {
        this.#valid.delete(question);
      }
    });
  }

  /**
   * The same, or after a moment, or where the cluster does not answer, the last one before, if that is not old and nothing was
   * changed since; its age is noted then.
   */
  async getSoon<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const asking = this.get(key, ask);
    const last = this.#kept.get(key) as DatedAnswer<T> | undefined;
    if (last === undefined || this.#clock.elapsed() - last.at >= KEPT_MS) return (await asking).value;
    const answer = await soonOr(this.#clock, asking, last);
    if (answer === last) recordAge(this.#clock.elapsed() - last.at);
    return answer.value;
  }

  /** Forgets the answers of these keys, or all: something was changed. Reads under way still answer those who wait for them. */
  forget(isTouched: (key: string) => boolean = () => true): void {
    this.#share.clear(isTouched);
    for (const key of this.#kept.keys()) if (isTouched(key)) this.#kept.delete(key);
    for (const question of this.#valid) if (isTouched(question.key)) this.#valid.delete(question);
  }

  #keep(key: string, answer: DatedAnswer<unknown>): void {
    const oldest = this.#clock.elapsed() - KEPT_MS;
    for (const [other, { at }] of this.#kept) if (at < oldest) this.#kept.delete(other);
    this.#kept.set(key, answer);
  }
}
