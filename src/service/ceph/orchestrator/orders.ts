import { notPossible, Refusal } from '../../engine.ts';
import type { Ceph, CephCommand } from '../ceph.ts';

export type Say = (line: string) => void;

/** A name or path that can stand in a word of the orchestrator, which has meanings for `*`, `:`, `,` and `=`. */
const PLAIN = /^[A-Za-z0-9/][A-Za-z0-9._/+-]*$/;

/** @throws Refusal 409 for what the orchestrator would read as something else */
export function requirePlain(what: string, word: string): void {
  if (PLAIN.test(word)) return;
  throw new Refusal(409, `${what} ${JSON.stringify(word)} cannot be named to the orchestrator: do it there`);
}

/** True for the refusal of an orchestrator that has no such command (ENOENT, in words of its own). */
export const isNotSupported = (failure: unknown): failure is Refusal =>
  failure instanceof Refusal &&
  failure.status === 404 &&
  /does not (?:support|implement)/.test(failure.message);

/** True for a refusal that leaves open whether the command was carried out: the managers go on with one that takes long. */
export const isUnknownEnd = (failure: unknown): failure is Refusal =>
  failure instanceof Refusal && failure.status === 503;

/** Has the orchestrator do something. @throws Refusal 501 where it has no such command */
async function send(ceph: Ceph, command: CephCommand): Promise<string> {
  try {
    return await ceph.writeOne(command);
  } catch (failure) {
    throw isNotSupported(failure) ? notPossible(failure.message) : failure;
  }
}

/** Gives an order, which the managers may go on with when this has ended. @returns the answer, undefined where none came in time */
export async function giveOrder(ceph: Ceph, command: CephCommand, say: Say): Promise<string | undefined> {
  try {
    const words = await send(ceph, command);
    if (words !== '') say(`the orchestrator: ${words}`);
    return words;
  } catch (failure) {
    if (!isUnknownEnd(failure)) throw failure;
    say(`it is not known yet what the orchestrator made of it (${failure.message})`);
    return undefined;
  }
}
