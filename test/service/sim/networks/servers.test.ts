import { expect, test } from 'vitest';
import {
  addressesOf,
  nicsOf,
  requireAddress,
  requireAnswer,
  serverOrRefuse,
  serversOrRefuse,
} from '../../../../src/service/sim/networks/servers.ts';
import { simulate } from '../support.ts';

const servers = () => {
  const { cluster } = simulate({ scale: 15 });
  return { cluster, model: cluster.model, host: cluster.model.hosts[1]! };
};

test('a server has four interfaces that are up, each with an address in its network', () => {
  const { host } = servers();
  const ending = host.ip.split('.').slice(2).join('.');
  expect(nicsOf(host)).toEqual([
    { id: 1, name: 'eno1', up: true, addresses: [`10.1.${ending}/16`] },
    { id: 2, name: 'ens1f0', up: true, addresses: [`10.2.${ending}/16`] },
    { id: 3, name: 'ens1f1', up: true, addresses: [`10.3.${ending}/16`] },
    { id: 4, name: 'ens2f0', up: true, addresses: [`10.20.${ending}/16`] },
  ]);
  expect(addressesOf(host).map(({ ip }) => `${ip}/16`)).toEqual(
    nicsOf(host).flatMap(({ addresses }) => addresses),
  );
});

test('a server is found by its id, from 1 on, and any other id is unknown', () => {
  const { model } = servers();
  for (const host of model.hosts) expect(serverOrRefuse(model, host.id)).toBe(host);
  for (const id of [0, model.hosts.length + 1])
    expect(() => serverOrRefuse(model, id)).toThrow(expect.objectContaining({ status: 404 }));
});

test('servers are returned in the order in which they were named, each once', () => {
  const { model } = servers();
  expect(serversOrRefuse(model, [3, 1]).map(({ id }) => id)).toEqual([3, 1]);
  expect(() => serversOrRefuse(model, [1, 1])).toThrow(expect.objectContaining({ status: 400 }));
  expect(() => serversOrRefuse(model, [1, 99])).toThrow(expect.objectContaining({ status: 404 }));
});

test('nothing is set up on a server that does not answer', () => {
  const { cluster, host } = servers();
  expect(() => requireAnswer(host)).not.toThrow();
  cluster.killHost(host.name);
  expect(() => requireAnswer(host)).toThrow(
    expect.objectContaining({
      status: 409,
      message: `${host.name} does not answer: restore it first, or choose another server`,
    }),
  );
});

test('a server is used only with its own addresses', () => {
  const { model, host } = servers();
  for (const { ip } of addressesOf(host)) expect(() => requireAddress(host, ip)).not.toThrow();
  const [{ ip } = { ip: '' }] = addressesOf(model.hosts[0]!);
  expect(() => requireAddress(host, ip)).toThrow(expect.objectContaining({ status: 400 }));
});
