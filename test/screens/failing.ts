import { ApiError } from '../../src/api/failure.ts';
import type { Transport } from '../../src/api/transport.ts';

/** A service that can be switched off. Every call then fails like a refused connection. */
export function switchable(on: boolean) {
  const state = { on };
  const wrap = (inner: Transport): Transport => ({
    send(id, input, options) {
      if (state.on) return inner.send(id, input, options);
      return Promise.reject(
        new ApiError({
          kind: 'unreachable',
          message:
            'Nothing listens at 127.0.0.1:7480 (connection refused). Is the service running, and is the address right?',
        }),
      );
    },
    download: (url, options) => inner.download(url, options),
    close: () => inner.close(),
  });
  return { state, wrap };
}
