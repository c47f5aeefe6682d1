import { onTestFinished } from 'vitest';
import type { OperationId } from '../../src/api/contract/index.ts';
import { type HttpOptions, httpTransport } from '../../src/api/http.ts';
import type { RawInput, Transport } from '../../src/api/transport.ts';

/** A transport that is closed when the test ends. */
export function open(options: HttpOptions): Transport {
  const transport = httpTransport(options);
  onTestFinished(async () => await transport.close());
  return transport;
}

/** A single call, by default a plain read. */
export const get = async (transport: Transport, id: OperationId = 'listPools', input: RawInput = {}) =>
  await transport.send(id, input, {});
