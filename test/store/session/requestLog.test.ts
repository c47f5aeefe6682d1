import { expect, test } from 'vitest';
import { createApi } from '../../../src/api/client.ts';
import { ApiError } from '../../../src/api/failure.ts';
import type { Answer, Transport } from '../../../src/api/transport.ts';
import { recordRequests, requestLine } from '../../../src/store/session/requestLog.ts';
import { fakeClock } from '../../support/fakeClock.ts';

function recorded(answer: () => Promise<{ status: number; text: string }>) {
  const clock = fakeClock();
  const inner: Transport = {
    async send(): Promise<Answer> {
      const { status, text } = await answer();
      const body = (async function* () {
        yield text;
      })();
      return { status, contentType: 'application/json', body };
    },
    download: () => Promise.reject(new Error('not here')),
    close: () => Promise.resolve(),
  };
  const { transport, requests } = recordRequests(inner, clock);
  const api = createApi({ transport, readOnly: () => false, clock });
  return { api, requests, clock };
}

test('the request log keeps a read with its path, status and duration', async () => {
  const { api, requests } = recorded(() => Promise.resolve({ status: 200, text: '[]' }));
  await api.readLogs({ query: { lines: 5 } });
  expect(requests.list()).toMatchObject([
    { id: 'readLogs', method: 'GET', path: '/logs/logs?lines=5', tier: 'read', status: 200, tookMs: 0 },
  ]);
  expect(requestLine(requests.list()[0]!)).toBe('GET /logs/logs?lines=5: 200 in 0 ms');
});

test('the request log names the task that a write started', async () => {
  const text = JSON.stringify({ id: 17, state: 'RUNNING', name: 'scrub' });
  const { api, requests } = recorded(() => Promise.resolve({ status: 200, text }));
  await api.scrubOsd({ params: { osdId: 3 } });
  expect(requests.list()[0]).toMatchObject({ id: 'scrubOsd', task: 17 });
});

test('the request log gives the reason of a request without an answer', async () => {
  const failure = { kind: 'unreachable', message: 'Nothing listens there.' } as const;
  const { api, requests } = recorded(() => Promise.reject(new ApiError(failure)));
  await expect(api.listDisks()).rejects.toThrow();
  expect(requestLine(requests.list()[0]!)).toBe('GET /disks: Nothing listens there.');
});

test('the request log finds the newest request of an operation, and reads never push out writes', async () => {
  const { api, requests } = recorded(() => Promise.resolve({ status: 200, text: '[]' }));
  await api.setFlag({ params: { flag: 'noout' } });
  for (let count = 0; count < 1500; count++) await api.listDisks();
  expect(requests.newest([{ operation: 'setFlag', value: undefined }])).toHaveLength(1);
  expect(requests.newest([{ operation: 'listDisks', value: undefined }])[0]?.number).toBe(1500);
  expect(requests.list().length).toBe(1001);
});
