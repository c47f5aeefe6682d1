import { Refusal } from '../engine.ts';

/** The reason why a call is declined: the status of the answer, and a message that says what to do. */
export interface Refused {
  readonly status: 400 | 404 | 409 | 413 | 503;
  readonly message: string;
}

/** Refusals of a bad request, of a conflict with the present state, and of something that does not exist. */
export const badRequest = (message: string): Refused => ({ status: 400, message });
export const conflict = (message: string): Refused => ({ status: 409, message });
export const notFound = (message: string): Refused => ({ status: 404, message });

/** The error that declines a call for this reason. */
export const refusal = ({ status, message }: Refused): Refusal => new Refusal(status, message);

/** Throws the refusal of a rule, if there is one. @throws Refusal */
export function enforce(refused: Refused | undefined): void {
  if (refused !== undefined) throw refusal(refused);
}
