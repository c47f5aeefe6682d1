import { messageOf } from '../../lib/thrown.ts';

/** Draws a part of the screen; an exception is passed to `failed` and does not affect the rest of the screen. */
export function safely<T>(draw: () => T, failed: (reason: string) => T): T {
  try {
    return draw();
  } catch (error) {
    return failed(messageOf(error));
  }
}
