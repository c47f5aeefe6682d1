import type { Clock } from '../../../lib/clock.ts';
import { PRIORITY } from '../../../lib/priority.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal, UnknownOutcome } from '../../engine.ts';
import { NotSent } from '../client/refusal.ts';
import { retryWhileSilent, within } from '../client/timeouts.ts';
import type { Note } from '../ownLog.ts';

/** The parts of the service that are needed to find out the outcome of a request without an answer. */
export interface OutcomeParts {
  readonly clock: Clock;
  readonly note: Note;
  /** Aborts when the service stops. */
  readonly ending: AbortSignal;
}

/** The time after which a client is told that the outcome is not known yet: before its own timeout of 10 seconds. */
const ANSWER_MS = 8000;

/** A change whose client waits for its outcome. */
export interface AwaitedChange extends OutcomeParts {
  /**
   * Called before each step that changes something. @throws Refusal 503 if the client was already told that nothing was changed
   */
  readonly begin: () => void;
}

/**
 * Runs an action that may take effect even if the cluster does not answer. In that case, its outcome is checked as soon
 * as the cluster answers again.
 * @param isDone checks that the action took effect
 * @throws Refusal 503 if it did not take effect
 */
export async function runVerified(
  { clock, ending, begin }: AwaitedChange,
  act: () => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<void> {
  begin();
  try {
    await act();
  } catch (failure) {
    if (!(failure instanceof Refusal) || failure.status !== 503 || failure instanceof NotSent) throw failure;
    if (await retryWhileSilent(clock, isDone, ending)) return;
    throw new Refusal(503, 'the cluster did not answer in time, and nothing was changed: try again');
  }
}

/**
 * Runs a change and waits for its outcome, but not longer than a client waits for its answer. A change that has begun by then
 * continues, and its outcome is written to the service's log; one that has not never begins.
 * @param what the success in words, such as `the image rbd/a was created`
 * @throws Refusal 503 when nothing was changed, or the outcome is not known yet
 */
export async function answerInTime<Parts extends OutcomeParts>(
  parts: Parts,
  what: string,
  change: (parts: Parts & AwaitedChange) => Promise<void>,
): Promise<void> {
  const { clock, note, ending } = parts;
  const waited = `the cluster has not answered for ${ANSWER_MS / 1000} s`;
  const tooLate = new Refusal(503, `nothing was changed: ${waited}, and the change was not sent`);
  const state = { hasBegun: false, isGivenUp: false };
  const begin = () => {
    if (state.isGivenUp) throw tooLate;
    state.hasBegun = true;
  };
  const outcome = change({ ...parts, begin });
  const ended = await within(
    clock,
    ANSWER_MS,
    outcome.then(() => true),
  );
  if (ended === true) return;
  if (!state.hasBegun) {
    state.isGivenUp = true;
    throw tooLate;
  }
  outcome.then(
    () => note(`the cluster answers again: ${what}, after all`, PRIORITY.warning),
    (failure: unknown) => {
      if (ending.aborted) return;
      const why = messageOf(failure);
      note(`the cluster answers again, but this did not happen: ${what} (${why})`, PRIORITY.warning);
    },
  );
  throw new UnknownOutcome(
    `it is not known yet whether ${what}: ${waited}. The service keeps waiting and logs the outcome: check its log before you try again`,
  );
}
