import { describe, expect, test } from 'vitest';
import type { OrchServer } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { cluster, LONG_MS, prefixes } from './removalSetup.ts';

describe('removal of an OSD whose daemon the orchestrator runs', () => {
  const there: OrchServer = {
    backend: 'cephadm',
    labels: [],
    unavailable: undefined,
    inMaintenance: false,
    disks: [],
    age: 0,
    daemons: [{ daemon_type: 'osd', daemon_id: '2', status: 1 }],
  };
  function orchestrated(server: () => Promise<OrchServer> = async () => there) {
    const { access, lines } = fakeAccess({ node3: {} }, { server });
    const setup = cluster(access);
    setup.answer('osd metadata', { json: [{ id: 2, hostname: 'node3', osd_data: '/x', devices: 'sdb' }] });
    setup.answer('orch osd rm status', { json: [{ osd_id: 2, drain_status: 'draining', pg_count: 5 }] });
    return { ...setup, lines };
  }

  test('the orchestrator alone removes the OSD, and this service does nothing on the server', async () => {
    const { clock, answer, commands, tree, tasks, begin, lines } = orchestrated();
    answer('orch osd rm status', { rc: 0, outs: '', text: 'No OSD remove/replace operations reported' });
    const id = await begin('destroy');
    await clock.advance(100);
    answer('orch osd rm status', { json: [{ osd_id: 2, drain_status: 'draining', pg_count: 5 }] });
    await clock.advance(LONG_MS);
    expect(await tasks.get(id)).toMatchObject({
      state: 'RUNNING',
      output: expect.stringContaining('draining, 5 placement groups are still there') as string,
    });
    answer('orch osd rm status', { json: [] });
    tree({ status: 'destroyed', reweight: 0 });
    await clock.advance(LONG_MS);
    expect(await tasks.get(id)).toMatchObject({
      state: 'FINISHED',
      output: expect.stringContaining('osd.2 is destroyed; another disk can take its id') as string,
    });
    expect(commands).toEqual([{ prefix: 'orch osd rm', osd_id: ['2'], replace: true, zap: true }]);
    expect(lines).toEqual([]);
  });

  test('a removal waits, and says so once, until it is known that the orchestrator runs the daemon', async () => {
    let isKnown = false;
    const { clock, answer, commands, tasks, begin, lines } = orchestrated(async () => {
      if (isKnown) return there;
      throw new Refusal(503, 'the orchestrator (cephadm) does not answer');
    });
    answer('orch osd rm status', { rc: 0, outs: '', text: 'No OSD remove/replace operations reported' });
    const id = await begin('purge');
    await clock.advance(LONG_MS);
    expect([commands, lines]).toEqual([[], []]);
    isKnown = true;
    await clock.advance(5000);
    expect(prefixes(commands)).toEqual(['orch osd rm']);
    const { output = '' } = await tasks.get(id);
    expect(output.split('\n').filter((line) => line.includes('does not answer'))).toHaveLength(1);
  });

  test('when a removal is cancelled the orchestrator is told to stop, and the OSD is in again', async () => {
    const { clock, commands, tree, tasks, begin } = orchestrated();
    const id = await begin('purge');
    await clock.advance(LONG_MS);
    tree({ reweight: 0 });
    await clock.advance(LONG_MS);
    await tasks.cancel(id);
    await clock.advance(LONG_MS);
    expect(prefixes(commands)).toEqual(['orch osd rm stop', 'osd in']);
    expect((await tasks.get(id)).output).toContain('osd.2 is in again');
  });
});
