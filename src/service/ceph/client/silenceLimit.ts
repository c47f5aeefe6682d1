import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { Unanswered } from './refusal.ts';
import { within } from './timeouts.ts';

/** The time after which a read that is not answered is accompanied by a small question, in milliseconds. */
const ASK_AFTER_MS = 500;
/** The time without an answer to that question after which the monitors count as silent. */
const SILENT_MS = 3000;

/** Waits for the answer to a read. @throws Refusal 503 while the monitors are silent */
export type SilenceLimit = <T>(reading: Promise<T>) => Promise<T>;

/**
 * Limits the time that reads wait for monitors that answer nothing at all, without limiting reads that take long: while one
 * waits, the monitors are asked something small.
 * @param ask asks them something that needs a majority
 * @param reason says why nothing is answered
 */
export function createSilenceLimit(
  clock: Clock,
  ask: () => Promise<unknown>,
  reason: () => string,
): SilenceLimit {
  let pending: Promise<void> | undefined;
  /** The time of the first question that has had no answer. */
  let unansweredSince: number | undefined;
  /** Before the first answer there may be no connection at all, which has reasons of its own. */
  let hasAnswered = false;

  const begin = (): Promise<void> => {
    unansweredSince ??= clock.elapsed();
    return ask()
      .then(
        () => true,
        // Any other failure has its own reason, which the read reports.
        (failure: unknown) => !(failure instanceof Unanswered),
      )
      .then((isOver) => {
        if (isOver) unansweredSince = undefined;
        pending = undefined;
      });
  };

  return async (reading) => {
    const answer = reading.then((value) => {
      hasAnswered = true;
      return { value };
    });
    for (;;) {
      const found = await within(clock, ASK_AFTER_MS, answer);
      if (found) return found.value;
      const isAsked = pending !== undefined;
      pending ??= begin();
      const silentMs = unansweredSince === undefined ? 0 : clock.elapsed() - unansweredSince;
      // A silence that ended unnoticed ends with the answer to a new question.
      if (hasAnswered && isAsked && silentMs >= SILENT_MS) throw new Refusal(503, reason());
    }
  };
}
