import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

const HDD = { startBucket: 'default', independent: 'host', deviceClass: 'hdd' };

export const crushTests: SectionTests = (site) => {
  const rule = async (name: string) =>
    (await site().api.listCrushRules()).find((candidate) => candidate.name === name);

  test('the CRUSH map has every OSD below a root, with the ids of their disks', async () => {
    const { nodes = [], stray } = await site().api.getCrushMap();
    expect(stray).toEqual([]);
    expect(nodes.find(({ name }) => name === 'default')).toMatchObject({ type: 'ROOT', status: 'UP' });
    const disks = await site().api.listDisks();
    const osds = nodes.filter(({ type }) => type === 'OSD');
    expect(osds.length).toBeGreaterThanOrEqual(4);
    for (const { id, diskId, size, serverId } of osds) {
      expect(disks.find((disk) => disk.id === diskId)).toMatchObject({ osdId: id, server: serverId });
      expect(size).toBeGreaterThan(0);
    }
    expect(await site().api.listDestroyedOsds()).toEqual({ destroyedOsds: [] });
  });

  test('device classes and erasure code profiles match those of the cluster', async () => {
    const { nodes = [] } = await site().api.getCrushMap();
    const classes = new Set(nodes.flatMap(({ type, deviceClass }) => (type === 'OSD' ? [deviceClass] : [])));
    expect(new Set(await site().api.listDeviceClasses())).toEqual(classes);
    const { default: usual } = await site().api.getErasureProfiles();
    expect(Number(usual?.k)).toBeGreaterThan(0);
    expect(Number(usual?.m)).toBeGreaterThan(0);
  });

  test('simple rules are created for replicas and for erasure coding, and deleted', async () => {
    const { api } = site();
    await api.createSimpleCrushRule({ body: { name: 'interface-copies', ...HDD } });
    const chunks = { name: 'interface-chunks', ...HDD, erasureCoding: true };
    await api.createSimpleCrushRule({ body: chunks });
    expect(await rule('interface-copies')).toMatchObject({ type: 'REPLICATED' });
    expect(await rule('interface-chunks')).toMatchObject({ type: 'ERASURE' });
    const steps = (await rule('interface-copies'))?.steps?.map(
      ({ crushMapTextFormat }) => crushMapTextFormat,
    );
    expect(steps).toEqual(['step take default class hdd', 'step chooseleaf firstn 0 type host', 'step emit']);
    await site().declines('createSimpleCrushRule', 409, /interface-chunks already/, { body: chunks });
    for (const name of ['interface-copies', 'interface-chunks']) {
      await api.deleteCrushRule({ params: { name } });
      expect(await rule(name)).toBeUndefined();
    }
  });

  test.each([
    [{ startBucket: 'nix' }, /nix/],
    [{ independent: 'shelf' }, /shelf/],
    [{ deviceClass: 'floppy' }, /floppy/],
    [{ startBucket: '' }, /startBucket/],
    [{ name: 'a b' }, /name|character/],
  ])('a simple rule with %o is refused', async (change, words) => {
    const body = { name: 'interface-bad', ...HDD, ...change };
    await site().declines('createSimpleCrushRule', 400, words, { body });
    expect(await rule(body.name)).toBeUndefined();
  });

  test('a rule that prefers one device class is created and deleted', async () => {
    const body = {
      name: 'interface-primary',
      ssdStartBucket: 'default',
      ssdIndependent: 'host',
      ssdDeviceClass: 'hdd',
      hddStartBucket: 'default',
      hddIndependent: 'host',
      hddDeviceClass: 'hdd',
    };
    await site().api.createSsdPrimaryCrushRule({ body });
    const steps = (await rule(body.name))?.steps?.map(({ op }) => op);
    expect(steps).toEqual(['TAKE', 'CHOOSELEAF', 'EMIT', 'TAKE', 'CHOOSELEAF', 'EMIT']);
    const declined = (status: number, words: RegExp, change: object) =>
      site().declines('createSsdPrimaryCrushRule', status, words, { body: { ...body, ...change } });
    await declined(409, /interface-primary already/, {});
    await declined(400, /nix/, { name: 'interface-bad', hddStartBucket: 'nix' });
    await declined(400, /ssdCopies/, { name: 'interface-bad', ssdCopies: 0 });
    await site().api.deleteCrushRule({ params: { name: body.name } });
    expect(await rule(body.name)).toBeUndefined();
  });

  test('a rule that a pool uses is not deleted', async () => {
    const { api, traits } = site();
    const { crushRule } = (await api.listPools()).find(({ name }) => name === traits.imagePool) ?? {};
    const needed = (await api.listCrushRules()).find(({ id }) => id === crushRule);
    await site().declines('deleteCrushRule', 409, /use|pool/, { params: { name: needed?.name } });
    await site().declines('deleteCrushRule', 404, /nix/, { params: { name: 'nix' } });
    expect(await rule(needed?.name ?? '')).toEqual(needed);
  });
};
