import { messageOf } from '../../lib/thrown.ts';

/** An error while a part of the screen is drawn stays inside it: the rest lives. */
export function safely<T>(draw: () => T, failed: (reason: string) => T): T {
  try {
    return draw();
  } catch (error) {
    return failed(messageOf(error));
  }
}
