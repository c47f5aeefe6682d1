import { onTestFinished } from 'vitest';
import type { OperationId } from '../../src/api/contract/index.ts';
import { type HttpOptions, httpTransport } from '../../src/api/http.ts';
import type { RawInput, Transport } from '../../src/api/transport.ts';

/** A transport that is closed when the test is over. */
export function open(options: HttpOptions): Transport {
  const transport = httpTransport(options);
  onTestFinished(async () => await transport.close());
  return transport;
}

/** One call, a plain read unless it is said otherwise. */
export const get = async (transport: Transport, id: OperationId = 'listPools', input: RawInput = {}) =>
  await transport.send(id, input, {});
