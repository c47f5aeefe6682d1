import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { Refusal } from '../../engine.ts';
import { PRIORITY, type Note } from '../ownLog.ts';
import { insist, within } from '../timeouts.ts';

/** The parts that it takes to learn how something ended that the cluster did not answer to. */
export interface OutcomeParts {
  readonly clock: Clock;
  readonly note: Note;
  /** Aborted when the service ends. */
  readonly ending: AbortSignal;
}

/** The interval at which is looked whether the cluster answers again. */
export const LOOK_MS = 2000;
/** The time after which a client is told that the outcome is not known yet: before it gives up by itself, after ten seconds. */
const TOLD_MS = 8000;

/**
 * Does something that may come to pass though the cluster gives no answer to it. It is looked up then, as soon as the cluster
 * answers again.
 * @param isDone looks
 * @throws Refusal 503 where it has not come to pass
 */
export async function settled(
  { clock, ending }: OutcomeParts,
  act: () => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<void> {
  try {
    await act();
  } catch (failure) {
    if (!(failure instanceof Refusal) || failure.status !== 503) throw failure;
    if (await insist(clock, LOOK_MS, isDone, { signal: ending })) return;
    throw new Refusal(503, 'the cluster gave no answer in time, and it did not come to pass: try again');
  }
}

/**
 * Answers with the outcome of something that goes on by itself, or, where that takes too long, that it is not known yet; the
 * service's log tells it later.
 * @param what such as `the image rbd/a was made`
 */
export async function toldInTime(
  { clock, note, ending }: OutcomeParts,
  what: string,
  outcome: Promise<void>,
): Promise<void> {
  const ended = await within(
    clock,
    TOLD_MS,
    outcome.then(() => true),
  );
  if (ended === true) return;
  outcome.then(
    () => note(`the cluster answers again: ${what}, after all`, PRIORITY.warning),
    (failure: unknown) => {
      if (ending.aborted) return;
      const why = messageOf(failure);
      note(`the cluster answers again: it is not so that ${what} (${why})`, PRIORITY.warning);
    },
  );
  throw new Refusal(
    503,
    `it is not known yet whether ${what}: the cluster has not answered for ${TOLD_MS / 1000} s. This service goes on with it, and looks when the cluster is back; its log will say how it ended. Look there before you try again`,
  );
}
