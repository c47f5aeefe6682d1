import { Refusal } from '../engine.ts';

/** Why a call is declined: the status of the answer, and a sentence that says what to do. */
export interface Refused {
  readonly status: 400 | 404 | 409 | 413 | 503;
  readonly message: string;
}

/** The error that declines a call. */
export const refusal = ({ status, message }: Refused): Refusal => new Refusal(status, message);

/** Declines the call where a rule refuses it. @throws Refusal */
export function enforce(refused: Refused | undefined): void {
  if (refused !== undefined) throw refusal(refused);
}
