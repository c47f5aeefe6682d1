import { expect, test } from 'vitest';
import type { CrushNode } from '../../../../src/api/contract/crush.ts';
import { erasureProfiles, profileName, toCrushMap, toRule } from '../../../../src/service/sim/crush/read.ts';
import { markOut } from '../../../../src/service/sim/osds/map.ts';
import { simulate } from '../support.ts';

const cluster = () => simulate({ scale: 60 }).cluster;

test('each bucket is listed before its children, and has the sum of their capacities', () => {
  const { model } = cluster();
  const { nodes, stray } = toCrushMap(model);
  expect(stray).toEqual([]);
  const byId = new Map(nodes.map((node) => [node.id!, node]));
  expect(byId.size).toBe(nodes.length);
  const places = new Map(nodes.map(({ id }, index) => [id!, index]));
  for (const { id = 0, children = [], size, used, type, status, reweight } of nodes) {
    if (type === 'OSD') continue;
    const below = children.map((child) => byId.get(child)!);
    const sum = (key: 'size' | 'used') =>
      below.reduce((total: number, node: CrushNode) => total + node[key]!, 0);
    expect([size, used, status, reweight]).toEqual([sum('size'), sum('used'), 'UP', 1]);
    for (const child of children) expect(places.get(child)).toBeGreaterThan(places.get(id)!);
  }
  expect(nodes[0]).toMatchObject({ type: 'ROOT', name: 'default' });
  const host = nodes.find(({ name }) => name === 'stor-04')!;
  expect(host).toMatchObject({ type: 'HOST', serverId: 4 });
  expect(
    nodes.filter(({ type }) => type !== 'HOST' && type !== 'OSD').every((node) => !('serverId' in node)),
  ).toBe(true);
});

test('an OSD is listed with its state, its weight, its disk and its server', () => {
  const { model } = cluster();
  const find = (id: number) => toCrushMap(model).nodes.find((node) => node.type === 'OSD' && node.id === id)!;
  const [osd, other] = [model.osds[7]!, model.osds[8]!];
  const disk = model.disks.find((device) => device.osd === osd)!;
  osd.reweight = 0.8;
  expect(find(7)).toEqual({
    id: 7,
    name: 'osd.7',
    type: 'OSD',
    children: [],
    status: 'UP',
    deviceClass: osd.deviceClass,
    size: osd.capacity,
    used: Math.round(osd.used),
    reweight: 0.8,
    serverId: osd.host.id,
    diskId: disk.id,
  });
  osd.up = false;
  markOut(model, osd);
  expect(find(7)).toMatchObject({ status: 'DOWN', reweight: 0 });
  other.destroyed = true;
  expect(find(8)).toMatchObject({ status: 'DESTROYED' });
});

test('a bucket is up while any OSD below it is, down if none is, and unknown while it is empty', () => {
  const { model } = cluster();
  const host = model.hosts[0]!;
  const state = () => toCrushMap(model).nodes.find(({ name }) => name === host.name)!.status;
  for (const osd of host.osds.slice(1)) osd.up = false;
  expect(state()).toBe('UP');
  host.osds[0]!.up = false;
  expect(state()).toBe('DOWN');
  model.crush.get([...model.crush.values()].find(({ name }) => name === host.name)!.id)!.osds.length = 0;
  expect(state()).toBe('UNKNOWN');
});

test('OSDs outside of the hierarchy are listed separately', () => {
  const { model } = cluster();
  const osd = model.osds[7]!;
  osd.bucket!.osds.splice(osd.bucket!.osds.indexOf(osd), 1);
  osd.bucket = undefined;
  const { nodes, stray } = toCrushMap(model);
  expect(stray.map(({ name }) => name)).toEqual(['osd.7']);
  expect(nodes.some(({ name }) => name === 'osd.7')).toBe(false);
});

test('there is an erasure code profile for each combination of chunks in use, and the default one', () => {
  const { model } = cluster();
  const pool = model.pools.find(({ dataShards }) => dataShards > 1)!;
  expect(profileName(pool)).toBe('ec-4-2');
  expect(erasureProfiles(model)).toEqual({
    default: { k: 2, m: 2, plugin: 'jerasure', technique: 'reed_sol_van' },
    'ec-4-2': {
      k: 4,
      m: 2,
      plugin: 'jerasure',
      technique: 'reed_sol_van',
      'crush-failure-domain': 'host',
      'crush-root': 'default',
      'crush-device-class': 'hdd',
    },
  });
});

test('a rule for erasure coding has steps for more tries, and one for copies only the usual steps', () => {
  const { model } = cluster();
  const stepsOf = (erasure: boolean) =>
    toRule(
      model.rules.find((rule) => rule.erasure === erasure)!,
      model.crush,
    ).steps!.map(({ op, crushMapTextFormat }) => `${op} ${crushMapTextFormat}`);
  expect(stepsOf(true)).toEqual([
    'TUNING step set_chooseleaf_tries 5',
    'TAKE step take default class hdd',
    expect.stringMatching(/^CHOOSELEAF_INDEP step chooseleaf indep \d+ type host$/),
    'EMIT step emit',
  ]);
  expect(stepsOf(false).map((step) => step.split(' ')[0])).toEqual(['TAKE', 'CHOOSELEAF', 'EMIT']);
});
