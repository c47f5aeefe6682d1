import { expect, test } from 'vitest';
import { KeptGateway } from '../../../../src/service/ceph/gateways/keptGateway.ts';

function fakeGateway() {
  const gateway = { closed: 0, close: async () => void gateway.closed++ };
  return gateway;
}

test('a gateway is kept until it is closed', async () => {
  const kept = new KeptGateway<ReturnType<typeof fakeGateway>>();
  expect(kept.current).toBeUndefined();
  const gateway = await kept.start(async () => fakeGateway());
  expect(kept.current).toBe(gateway);
  await kept.close();
  expect(kept.current).toBeUndefined();
  await kept.close();
  expect(gateway.closed).toBe(1);
});

test('a gateway that is still starting when it is closed does not outlive that', async () => {
  const kept = new KeptGateway<ReturnType<typeof fakeGateway>>();
  const gateway = fakeGateway();
  const { promise, resolve } = Promise.withResolvers<typeof gateway>();
  const starting = kept.start(() => promise);
  const closing = kept.close();
  resolve(gateway);
  await starting;
  await closing;
  expect(gateway.closed).toBe(1);
  expect(kept.current).toBeUndefined();
});

test('a gateway that did not start can be started again', async () => {
  const kept = new KeptGateway<ReturnType<typeof fakeGateway>>();
  await expect(kept.start(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(kept.current).toBeUndefined();
  await kept.close();
  expect(await kept.start(async () => fakeGateway())).toBe(kept.current);
});
