import { expect } from 'vitest';

/** A matcher for a refusal with this status, whose message contains the text or matches the expression. */
export const refusal = (status: number, message: string | RegExp = '') =>
  expect.objectContaining({
    status,
    message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
  }) as { status: number; message: string };
