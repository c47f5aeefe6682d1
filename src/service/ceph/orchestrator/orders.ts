import { notPossible, Refusal } from '../../engine.ts';
import type { Ceph, CephCommand } from '../ceph.ts';
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
    return await ceph.writeOne(command);
  } catch (failure) {
    throw isNotSupported(failure) ? notPossible(failure.message) : failure;
  }
}

/**
 * Sends a command and logs the answer. The managers may continue with the command after this has returned.
 * @returns the answer; undefined if none came in time
 */
export async function giveOrder(ceph: Ceph, command: CephCommand, say: Say): Promise<string | undefined> {
  try {
    const words = await send(ceph, command);
    if (words !== '') say(`the orchestrator: ${words}`);
    return words;
  } catch (failure) {
    if (!isUnknownOutcome(failure)) throw failure;
    say(`the orchestrator has not confirmed it yet (${failure.message})`);
    return undefined;
  }
}
