import { unlessAborted } from '../../../lib/abort.ts';
import type { Clock } from '../../../lib/clock.ts';
import { notPossible, Refusal } from '../../engine.ts';
import type { Ceph, CephCommand } from '../client/ceph.ts';
import { retryWhileSilent, waitFor, type WaitLimits } from '../client/timeouts.ts';
import type { Say } from '../tasks/board.ts';

/** Names and paths without special characters: the orchestrator gives `*`, `:`, `,` and `=` a meaning. */
const PLAIN = /^[A-Za-z0-9/][A-Za-z0-9._/+-]*$/;

/** @throws Refusal 409 for a name that the orchestrator would interpret as something else */
export function requirePlain(what: string, word: string): void {
  if (PLAIN.test(word)) return;
  throw new Refusal(
    409,
    `${what} ${JSON.stringify(word)} has special characters, which cannot be passed to the orchestrator: do this with \`ceph orch\``,
  );
}

/** True if the orchestrator does not support a command: ENOENT with a message of its own. */
export const isNotSupported = (failure: unknown): failure is Refusal =>
  failure instanceof Refusal &&
  failure.status === 404 &&
  /does not (?:support|implement)/.test(failure.message);

/** True if the outcome of a command is unknown: managers continue with a command after its timeout. */
export const isUnknownOutcome = (failure: unknown): failure is Refusal =>
  failure instanceof Refusal && failure.status === 503;

/** Sends a command to the orchestrator. @throws Refusal 501 if it does not support the command */
async function send(ceph: Ceph, command: CephCommand): Promise<string> {
  try {
    return await ceph.order(command);
  } catch (failure) {
    throw isNotSupported(failure) ? notPossible(failure.message) : failure;
  }
}

/**
 * Sends a command and logs the answer. The managers may continue with the command after this has returned.
 * @returns the answer; undefined if none came in time
 * @throws the reason of the signal once it is aborted; the managers continue with the command then, too
 */
export async function giveOrder(
  ceph: Ceph,
  command: CephCommand,
  say: Say,
  cancelled: AbortSignal,
): Promise<string | undefined> {
  try {
    const words = await unlessAborted(cancelled, send(ceph, command));
    if (words !== '') say(`the orchestrator: ${words}`);
    return words;
  } catch (failure) {
    if (!isUnknownOutcome(failure)) throw failure;
    say(`the orchestrator has not confirmed it yet (${failure.message})`);
    return undefined;
  }
}

/**
 * Waits for the effect of an order, which its answer alone does not prove. A refusal of the order ends the wait, unless the
 * effect is there: a manager that takes over repeats an order, and refuses it if the first one had succeeded. A cluster that
 * does not answer for a time does not end it.
 * @returns undefined if there is no effect when the time is up
 */
export async function effectOf<T>(
  clock: Clock,
  order: Promise<unknown>,
  { signal, ...limits }: Required<WaitLimits>,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const refused = new AbortController();
  const ended = AbortSignal.any([signal, refused.signal]);
  const effect = waitFor(clock, { ...limits, signal: ended }, () => retryWhileSilent(clock, check, ended));
  try {
    return await Promise.race([order.then(() => effect), effect]);
  } catch (failure) {
    refused.abort();
    const found = signal.aborted ? undefined : await check().catch(() => undefined);
    if (found !== undefined) return found;
    throw failure;
  }
}
