import { expect, test } from 'vitest';
import { optionValue } from '../../../../src/service/sim/config/put.ts';
import {
  clientHung,
  configChange,
  hotClient,
  mdsBehind,
} from '../../../../src/service/sim/faults/clients.ts';
import type { InjectFault } from '../../../../src/service/sim/faults/pick.ts';
import { crowdedMs, idleWriteMs } from '../../../../src/service/sim/load/crowding.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { simulate } from '../support.ts';

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

/** Injects the fault with each of many seeds, and heals it each time. */
function eachTime<T>(
  fault: InjectFault,
  read: (cluster: Cluster, damage: ReturnType<InjectFault>) => T,
): T[] {
  const { cluster } = simulate({ scale: 60 });
  return SEEDS.map((seed) => {
    const damage = fault(cluster, new Dice(seed));
    const seen = read(cluster, damage);
    damage.heal();
    return seen;
  });
}
type Cluster = ReturnType<typeof simulate>['cluster'];

/** Expects the smallest and the largest number to be near the two bounds, and within them. */
function expectBetween(numbers: readonly number[], least: number, most: number): void {
  const tenth = (most - least) / 10;
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(least);
  expect(Math.min(...numbers)).toBeLessThanOrEqual(least + tenth);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(most);
  expect(Math.max(...numbers)).toBeGreaterThanOrEqual(most - tenth);
}

test('a hot client keeps so many requests in flight that those to a used pool take ten to thirty times as long', () => {
  const busy = eachTime(hotClient, ({ model }, { objects, summary }) => {
    const [client] = [...model.busyClients];
    const { pool, inFlight, address } = client!;
    expect(model.busyClients.size).toBe(1);
    expect(objects).toEqual([`client.${client!.client}`, pool.name]);
    expect(summary).toBe(
      `client.${client!.client} at ${address} keeps ${inFlight} writes to ${pool.name} in flight`,
    );
    expect(pool.load.writeOps).toBeGreaterThan(0);
    const idle = idleWriteMs(pool);
    return { ...client!, slowdown: (idle + crowdedMs(model, pool.scopes)) / idle };
  });
  expectBetween(
    busy.map(({ slowdown }) => slowdown),
    10,
    30.1,
  );
  expectBetween(
    busy.map(({ client }) => client),
    5100,
    5899,
  );
  expect(busy.every(({ address }) => address.startsWith('10.1.2.'))).toBe(true);
  expectBetween(
    busy.map(({ address }) => Number(address.split('.')[3])),
    20,
    219,
  );
});

test('a filesystem client that hangs does so from this second until it is healed', () => {
  const hung = eachTime(clientHung, ({ model }, { objects }) => {
    const { client, since } = model.metadata.hung!;
    expect(objects).toEqual([`client.${client}`]);
    expect(since).toBe(model.tick);
    return client;
  });
  expectBetween(hung, 5100, 5899);
  const { cluster } = simulate({ scale: 60 });
  clientHung(cluster, new Dice(1)).heal();
  expect(cluster.model.metadata.hung).toBeUndefined();
});

test('the journal of the active metadata server grows by 20 to 79 segments until it is trimmed to its size before', () => {
  const grown = eachTime(mdsBehind, ({ model }, { objects, host, summary }) => {
    const active = model.daemons.find(({ kind, active }) => kind === 'mds' && active)!;
    expect(new Set(objects)).toEqual(new Set(['mds.a', 'mds.b']));
    expect(host).toBe(active.host.name);
    expect(summary).toBe(`mds.${active.name} does not trim its journal`);
    return model.metadata.growth;
  });
  expectBetween(grown, 20, 79);
  const { cluster } = simulate({ scale: 60 });
  const { metadata } = cluster.model;
  const { segments } = metadata;
  const { heal } = mdsBehind(cluster, new Dice(1));
  cluster.step(30);
  expect(metadata.segments).toBeGreaterThan(segments);
  heal();
  expect([metadata.growth, metadata.segments]).toEqual([0, segments]);
});

test('the changed setting is one of two that raise a check, and is reset by healing', () => {
  const changed = eachTime(configChange, ({ model }, { objects, summary }) => {
    const [name = ''] = objects;
    const value = optionValue(model, name);
    expect(summary).toBe(`${name} was set to ${value}`);
    return [name, value] as const;
  });
  expect(Object.fromEntries(changed)).toEqual({ mon_max_pg_per_osd: 20, mon_osd_down_out_interval: 0 });
  const { cluster } = simulate({ scale: 60 });
  const before = [...cluster.model.options];
  configChange(cluster, new Dice(1)).heal();
  expect([...cluster.model.options]).toEqual(before);
});
