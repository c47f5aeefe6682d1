import { expect, test } from 'vitest';
import { createStorageCall } from '../../../../src/service/ceph/client/storage.ts';
import type { HelperReply, HelperRequest } from '../../../../src/service/ceph/helper/protocol.ts';

function storage(reply: HelperReply) {
  const asked: HelperRequest[] = [];
  const helper = {
    complaints: [],
    request: async (request: HelperRequest) => {
      asked.push(request);
      return reply;
    },
  };
  return { call: createStorageCall(helper), asked };
}

test('a call carries its arguments and bytes, and returns the answer', async () => {
  const { call, asked } = storage({ rc: 0, outs: '', data: ['a'] });
  const payload = Buffer.from('x');
  expect(await call('images.names', { pool: 'rbd' }, { payload })).toEqual(['a']);
  expect(asked).toEqual([{ call: 'images.names', with: { pool: 'rbd' }, payload }]);
});

test('an answer in bytes is returned as bytes', async () => {
  const payload = Buffer.from('content');
  expect(await storage({ rc: 0, outs: '', payload }).call('files.read', {})).toBe(payload);
});

test('an error has the meaning that the caller gave it, or else that of Ceph', async () => {
  const { call } = storage({ rc: -122, outs: 'error in write: Disk quota exceeded' });
  const meanings = { EDQUOT: { status: 409, message: 'the directory is full' } } as const;
  await expect(call('files.write', {}, { meanings })).rejects.toMatchObject({
    status: 409,
    message: 'the directory is full',
  });
  await expect(call('files.write', {})).rejects.toMatchObject({
    status: 409,
    message: 'Ceph: error in write: Disk quota exceeded (EDQUOT from `files.write`)',
  });
});

test('a call that is not answered in time may still be executed, and its refusal says so', async () => {
  const { call } = storage({ rc: -110, outs: '' });
  const late = call('files.rename', {}, { timeoutMs: 3000 });
  await expect(late).rejects.toMatchObject({
    status: 503,
    message: expect.stringMatching(/`files.rename` within 3 s, and may still do so/),
  });
});

test('without a connection to the cluster the refusal says what to check', async () => {
  const { call } = storage({ rc: -13, outs: 'permission denied', unconnected: true });
  await expect(call('images.names', {})).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('keyring'),
  });
});

test.each([
  [
    undefined,
    /^the cluster did not finish `images\.find` within 2 s, .*placement groups and metadata servers$/,
  ],
  ['node2', /^node2 did not finish `images\.find` within 2 s, and may still do so: check that server$/],
])('a call to %s that does not end in time says what to check', async (speaker, message) => {
  const helper = { complaints: [], request: async () => ({ rc: -110, outs: '' }) };
  const call = createStorageCall(helper, speaker);
  await expect(call('images.find', {}, { timeoutMs: 2000 })).rejects.toMatchObject({
    status: 503,
    message: expect.stringMatching(message) as string,
  });
});
