import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { send } from './send.ts';

/** The pause between an answer and the next request. */
const PAUSE_MS = 20;

/**
 * Does the work while another client makes small requests on separate connections. These must be answered during the
 * work and after it, however long an answer takes.
 * @param url of the service, with its path prefix
 */
export async function withBystander(url: string, token: string, work: () => Promise<void>): Promise<void> {
  const ask = async () => {
    const { status } = await send(url, token, { method: 'GET', path: '/maintenance/flags' }, false);
    // A refusal by a cluster that does not answer is also an answer.
    expect([200, 503]).toContain(status);
  };
  const done = new AbortController();
  const asking = (async () => {
    do {
      await ask();
      await sleep(PAUSE_MS);
    } while (!done.signal.aborted);
  })();
  try {
    // A request without an answer ends the work.
    await Promise.race([work(), asking]);
  } finally {
    done.abort();
  }
  await asking;
  await ask();
}
