import { createApi, type Api } from '../../src/api/client.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import type { rehearse } from '../../src/service/sim/faults/rehearsal.ts';

/** Opens the API of a rehearsed cluster, as a console uses it. */
export function rehearsedApi(
  engine: ReturnType<typeof rehearse>,
  clock: Clock,
): { readonly api: Api; readonly close: () => Promise<void> } {
  const transport = embeddedTransport(engine);
  const api = createApi({
    transport,
    readOnly: () => false,
    onWrite: () => undefined,
    now: () => clock.now(),
  });
  return { api, close: () => transport.close() };
}
