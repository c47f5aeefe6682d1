import { Refusal } from '../engine.ts';

/** The reason why a call is declined: the status of the answer, and a message that says what to do. */
export interface Refused {
  readonly status: 400 | 404 | 409 | 413 | 503;
  readonly message: string;
}

/**
 * Refusals of a bad request, of a conflict with the present state, of something that does not exist, and of something
 * that is not available now.
 */
export const badRequest = (message: string): Refused => ({ status: 400, message });
export const conflict = (message: string): Refused => ({ status: 409, message });
export const notFound = (message: string): Refused => ({ status: 404, message });
export const unavailable = (message: string): Refused => ({ status: 503, message });

/** The maximum number of ids in a message. */
const MAX_IDS = 20;

/** Refusal: no item has this id. `noun` names one item, such as `network`; `ids` are those of the existing ones. */
export function noItem(noun: string, id: number, ids: readonly number[]): Refused {
  const known =
    ids.length === 0 ? 'none exists' : `the existing ones are ${ids.slice(0, MAX_IDS).join(', ')}`;
  return notFound(`there is no ${noun} ${id}: ${known}`);
}

/** The error that declines a call for this reason. */
export const refusal = ({ status, message }: Refused): Refusal => new Refusal(status, message);

/** Throws the refusal of a rule, if there is one. @throws Refusal */
export function enforce(refused: Refused | undefined): void {
  if (refused !== undefined) throw refusal(refused);
}
