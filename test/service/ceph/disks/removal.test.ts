import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { refused } from '../recordedCeph.ts';
import { cluster, LONG_MS, prefixes } from './removalSetup.ts';

const EPERM = -1;
const EAGAIN = -11;
const ETIMEDOUT = -110;
/** mgr_stats_period: the data of the managers may be this old. */
const MANAGERS_KNOW_MS = 5000;

test.each([
  ['purge', 'osd.2 is deleted'],
  ['destroy', 'osd.2 is destroyed; another disk can take its id'],
] as const)(
  'an OSD is drained before it is removed, a %s, and its task says each step once',
  async (end, words) => {
    const { clock, commands, asked, tree, tasks, begin, safe } = cluster();
    const id = await begin(end);
    await clock.advance(LONG_MS);
    expect(commands).toEqual([{ prefix: 'osd out', ids: ['2'] }]);
    expect(await tasks.get(id)).toMatchObject({ done: false });
    tree({ status: 'down', reweight: 0 });
    safe();
    await clock.advance(LONG_MS);
    // The managers have a command of this name, which the monitors do not pass on.
    expect(commands.at(-1)).toEqual({ prefix: `osd ${end}-actual`, id: 2, yes_i_really_mean_it: true });
    const { state, output = '' } = await tasks.get(id);
    expect(state).toBe('FINISHED');
    const steps = [
      'is out: its data moves',
      'placement groups of osd.2 have not moved',
      'holds no data that is still needed',
    ];
    for (const step of [...steps, words]) expect(output.split(step)).toHaveLength(2);
    expect(output).not.toContain('systemctl');
    expect(asked).toContainEqual(
      expect.objectContaining({ command: { prefix: 'osd safe-to-destroy', ids: ['2'] } }),
    );
  },
);

test('an OSD is removed once its daemon has stopped, and drained again if it got data meanwhile', async () => {
  const { clock, answer, commands, tree, tasks, begin, safe } = cluster();
  safe();
  const id = await begin('purge');
  await clock.advance(1000);
  tree({ reweight: 0 });
  await clock.advance(LONG_MS);
  expect(prefixes(commands)).toEqual(['osd out']);
  expect(await tasks.get(id)).toMatchObject({
    state: 'RUNNING',
    output: expect.stringMatching(/systemctl stop ceph-osd@2(?![^]*systemctl)/) as string,
  });
  answer('osd safe-to-destroy', refused(EAGAIN, 'OSD(s) 2 have 5 pgs currently mapped to them'));
  tree({ status: 'down', reweight: 0 });
  await clock.advance(LONG_MS);
  expect(prefixes(commands)).toEqual(['osd out']);
  safe();
  await clock.advance(LONG_MS);
  expect(prefixes(commands)).toEqual(['osd out', 'osd purge-actual']);
  expect(await tasks.get(id)).toMatchObject({ state: 'FINISHED' });
});

test('a removal that fails marks the OSD in again, and says so', async () => {
  const { clock, answer, commands, tree, tasks, begin, safe } = cluster();
  const id = await begin('purge');
  await clock.advance(1000);
  tree({ status: 'down', reweight: 0 });
  safe();
  answer('osd purge-actual', refused(EPERM, 'not allowed'));
  await clock.advance(LONG_MS);
  expect(prefixes(commands)).toEqual(['osd out', 'osd in']);
  expect(await tasks.get(id)).toMatchObject({
    state: 'FAILED',
    output: expect.stringMatching(
      /not allowed[^]*osd.2 is in again, but its daemon does not run: start it on \S+ \(`systemctl enable --now ceph-osd@2`\)[^]*osd.2 was not removed/,
    ) as string,
  });
});

test('a removal ends with the message that its OSD no longer exists, if somebody has deleted the OSD meanwhile', async () => {
  const { clock, answer, tasks, begin } = cluster();
  const id = await begin('purge');
  await clock.advance(1000);
  answer('osd tree', { json: { nodes: [], stray: [] } });
  answer('osd safe-to-destroy', { rc: 0, outs: '' });
  await clock.advance(LONG_MS);
  expect(await tasks.get(id)).toMatchObject({
    state: 'FAILED',
    output: expect.stringContaining('osd.2 no longer exists') as string,
  });
});

test('a removal that fails without an answer of the cluster marks the OSD in later, or says that it stays out', async () => {
  const failing = async () => {
    const all = cluster();
    const id = await all.begin('purge');
    await all.clock.advance(1000);
    all.tree({ status: 'down', reweight: 0 });
    all.safe();
    all.answer('osd purge-actual', refused(EPERM, 'not allowed'));
    all.answer('osd in', refused(ETIMEDOUT, ''));
    await all.clock.advance(LONG_MS);
    expect(await all.tasks.get(id)).toMatchObject({ state: 'RUNNING' });
    return { ...all, id };
  };
  const back = await failing();
  back.answer('osd in', { rc: 0, outs: '' });
  await back.clock.advance(LONG_MS);
  expect((await back.tasks.get(back.id)).output).toContain('osd.2 is in again');

  const away = await failing();
  await away.clock.advance(20 * LONG_MS);
  expect(await away.tasks.get(away.id)).toMatchObject({
    state: 'FAILED',
    output: expect.stringContaining('run `ceph osd in 2`') as string,
  });
});

test('an OSD that somebody marks in during the removal is then left as it is', async () => {
  const { clock, commands, tree, tasks, begin, safe } = cluster();
  safe();
  const id = await begin('purge');
  await clock.advance(1000);
  tree({ reweight: 0 });
  await clock.advance(LONG_MS);
  tree({ reweight: 1 });
  await clock.advance(LONG_MS);
  expect(prefixes(commands)).toEqual(['osd out']);
  expect(await tasks.get(id)).toMatchObject({
    state: 'FAILED',
    output: expect.stringMatching(/osd.2 was marked in meanwhile[^]*osd.2 is in/) as string,
  });
});

test('an OSD that was out before stays out if its removal fails', async () => {
  const { clock, answer, commands, tree, tasks, begin, safe } = cluster();
  tree({ status: 'down', reweight: 0 });
  safe();
  answer('osd purge-actual', refused(EPERM, 'not allowed'));
  const id = await begin('purge');
  await clock.advance(LONG_MS);
  expect(commands).toEqual([]);
  expect((await tasks.get(id)).output).toContain('osd.2 is out, as it was before');
});

test('the answers of managers that do not yet know that the OSD is in again are ignored', async () => {
  const { clock, answer, tree, tasks, begin, safe } = cluster();
  tree({ status: 'down', reweight: 0 });
  safe();
  const id = await begin('purge');
  await clock.advance(MANAGERS_KNOW_MS - 1000);
  answer('osd safe-to-destroy', refused(EAGAIN, 'OSD(s) 2 have 5 pgs currently mapped to them'));
  await clock.advance(LONG_MS);
  expect(await tasks.get(id)).toMatchObject({
    state: 'RUNNING',
    output: expect.stringContaining('have not moved yet') as string,
  });
});

test('a removal waits for a cluster that does not answer for a while', async () => {
  const { clock, answer, tree, tasks, begin, safe } = cluster();
  const id = await begin('purge');
  await clock.advance(LONG_MS);
  answer('osd safe-to-destroy', refused(ETIMEDOUT, ''));
  await clock.advance(LONG_MS);
  expect(await tasks.get(id)).toMatchObject({
    done: false,
    output: expect.stringContaining('did not answer') as string,
  });
  tree({ status: 'up', reweight: 0 });
  safe();
  answer('osd metadata', refused(ETIMEDOUT, ''));
  await clock.advance(LONG_MS);
  expect(await tasks.get(id)).toMatchObject({ done: false });
  answer('osd metadata', { json: [] });
  tree({ status: 'down', reweight: 0 });
  await clock.advance(LONG_MS);
  expect(await tasks.get(id)).toMatchObject({ state: 'FINISHED' });
});

test('an OSD whose data could not move elsewhere is not removed', async () => {
  const { answer, begin, commands } = cluster();
  await expect(begin('purge', 5)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/would have 2 of the 3 failure domains \(host\)/) as string,
  });
  answer('osd dump', { json: { flags_set: ['nobackfill'] } });
  await expect(begin('purge')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('the flag nobackfill is set') as string,
  });
  expect(commands).toEqual([]);
  // An OSD that is out already gives no data away.
  await expect(begin('purge', 4)).resolves.toBeDefined();
});

test('obstacles that appear during a removal are reported', async () => {
  const { clock, answer, begin, tasks } = cluster();
  const id = await begin('purge');
  answer('pg states', {
    json: { all: { 2: { 'active+clean': 30, 'active+clean+remapped': 2 } }, stuck: {} },
  });
  await clock.advance(LONG_MS);
  expect((await tasks.get(id)).output).toContain(
    'have not moved yet; 2 placement groups of the cluster have no other OSD to move to',
  );
  answer('osd dump', { json: { flags_set: ['norebalance'] } });
  await clock.advance(LONG_MS);
  expect((await tasks.get(id)).output).toContain('cannot while the flag norebalance is set');
});

describe('removal of an OSD on a server that can be reached', () => {
  const metadata = [{ id: 2, hostname: 'node3', osd_data: '/var/lib/ceph/osd/ceph-2', devices: 'sdb' }];
  const emptied = { name: 'sdb', path: '/dev/sdb', size: 1e12, holds: ['ceph_bluestore'] };

  test('the daemon of an OSD is stopped once its data has moved, and its disk is wiped for another OSD', async () => {
    let stopped = false;
    const server = {
      'host.stop_osd': () => {
        stopped = true;
        setup.tree({ status: 'down', reweight: 0 });
      },
      'host.disks': () => [emptied],
    };
    const { access, lines } = fakeAccess({ node3: server });
    const setup = cluster(access);
    setup.answer('osd metadata', { json: metadata });
    const id = await setup.begin('destroy');
    await setup.clock.advance(LONG_MS);
    expect(stopped).toBe(false);
    setup.safe();
    await setup.clock.advance(LONG_MS);
    expect(prefixes(setup.commands)).toEqual(['osd out', 'osd destroy-actual']);
    expect(lines).toEqual([
      'node3: host.stop_osd {"osd":2,"data":"/var/lib/ceph/osd/ceph-2","forever":true}',
      'node3: host.disks {"only":"sdb"}',
      'node3: ceph-volume lvm zap --destroy /dev/sdb',
    ]);
    expect(await setup.tasks.get(id)).toMatchObject({ state: 'FINISHED' });
  });

  test('an OSD whose daemon does not stop is not removed', async () => {
    const server = {
      'host.stop_osd': () => {
        throw new Refusal(503, 'node3: the daemon of osd.2 does not end');
      },
    };
    const setup = cluster(fakeAccess({ node3: server }).access);
    setup.answer('osd metadata', { json: metadata });
    setup.safe();
    const id = await setup.begin('purge');
    await setup.clock.advance(5000);
    setup.tree({ reweight: 0 });
    await setup.clock.advance(2 * LONG_MS);
    expect(prefixes(setup.commands)).toEqual(['osd out', 'osd in']);
    const output = expect.stringMatching(
      /does not end; it is tried again\n[^]*osd.2 is in again as before/,
    ) as string;
    expect(await setup.tasks.get(id)).toMatchObject({ state: 'FAILED', output });
  });

  test('an OSD whose daemon stopped while the link to its server broke is removed, and not filled again', async () => {
    const server = {
      'host.stop_osd': () => {
        setup.tree({ status: 'down', reweight: 0 });
        throw new Refusal(503, 'node3: the connection was lost');
      },
      'host.disks': () => [emptied],
    };
    const setup = cluster(fakeAccess({ node3: server }).access);
    setup.answer('osd metadata', { json: metadata });
    setup.safe();
    const id = await setup.begin('purge');
    await setup.clock.advance(LONG_MS);
    expect(prefixes(setup.commands)).toEqual(['osd out', 'osd purge-actual']);
    const output = expect.stringMatching(
      /connection was lost; it is tried again[^]*osd.2 is deleted/,
    ) as string;
    expect(await setup.tasks.get(id)).toMatchObject({ state: 'FINISHED', output });
  });
});
