import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { decisionsOn } from '../../../src/service/ceph/changes/decisions.ts';
import type { ChangeRequests } from '../../../src/service/ceph/changes/requests.ts';
import { Refusal } from '../../../src/service/engine.ts';
import { openControl } from '../../../src/service/http/control.ts';

/** The control socket for these change requests, with a function that calls it as the operator's command does. */
async function door(requests: Partial<ChangeRequests>) {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const socketPath = join(folder, 'control');
  let decided = 0;
  const app = await openControl(socketPath, decisionsOn(requests as ChangeRequests), () => decided++);
  onTestFinished(() => app.close());
  const ask = (method: string, path: string) =>
    new Promise((resolve, reject) => {
      request({ socketPath, method, path }, async (answer) =>
        resolve({ status: answer.statusCode, body: await json(answer) }),
      )
        .once('error', reject)
        .end();
    });
  return { ask, socketPath, decided: () => decided };
}

test('change requests are listed, approved by the operator and rejected, by their numbers', async () => {
  const heard: unknown[] = [];
  const { ask } = await door({
    list: async () => [{ id: 3 }] as never,
    approve: async (...given: unknown[]) => {
      heard.push(given);
      return { id: 9 };
    },
    reject: async (...given: unknown[]) => void heard.push(given),
  });
  expect(await ask('GET', '/changes')).toEqual({ status: 200, body: [{ id: 3 }] });
  expect(await ask('POST', '/changes/3/approve')).toEqual({
    status: 200,
    body: { message: 'Change request 3 is approved; task 9 applies it.' },
  });
  expect(await ask('POST', '/changes/4/reject')).toEqual({
    status: 200,
    body: { message: 'Change request 4 is rejected.' },
  });
  expect(heard).toEqual([[3, 'operator of the management node'], [4]]);
});

test('a refusal keeps its status, and any other failure is a server error', async () => {
  const { ask } = await door({
    list: () => Promise.reject(new Error('the cluster is gone')),
    reject: () => Promise.reject(new Refusal(409, 'it is decided')),
  });
  expect(await ask('POST', '/changes/4/reject')).toEqual({ status: 409, body: { message: 'it is decided' } });
  expect(await ask('GET', '/changes')).toEqual({ status: 500, body: { message: 'the cluster is gone' } });
});

test.each(['x', '1e3', '-1', '1234567890123456'])(
  '%s is not a valid number of a change request',
  async (id) => {
    const { ask } = await door({});
    expect(await ask('POST', `/changes/${id}/approve`)).toMatchObject({ status: 400 });
  },
);

test('the control socket is accessible only to its owner', async () => {
  const { socketPath } = await door({});
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
});

test('each decision is reported, also one that fails, as it may have changed the cluster; a list is not', async () => {
  const { ask, decided } = await door({
    list: async () => [],
    approve: () => Promise.reject(new Refusal(409, 'it has been decided')),
    reject: async () => undefined,
  });
  await ask('GET', '/changes');
  expect(decided()).toBe(0);
  expect(await ask('POST', '/changes/1/approve')).toMatchObject({ status: 409 });
  await ask('POST', '/changes/1/reject');
  expect(decided()).toBe(2);
});
