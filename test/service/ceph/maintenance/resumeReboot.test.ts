import { describe, expect, test } from 'vitest';
import { cluster, flagged, noupHistory, MINUTE_MS, WANTED } from './rebootCluster.ts';

describe('a service that was killed during a rolling reboot', () => {
  const both = { a: { wanted: WANTED }, b: { wanted: WANTED } };

  test('a restarted service starts the OSDs that it had stopped, unsets noout, and does not reboot the other servers', async () => {
    const { clock, reboots, state, lines, commands, startAnew } = cluster(both);
    await reboots.start('test');
    await clock.advance(2000);
    expect(lines.at(-1)).toMatch(/^a: host.stop_osd/);
    const task = await startAnew(() => (state['a']!.stopped = true));
    await clock.advance(MINUTE_MS);
    expect(await task()).toMatchObject({ state: 'FAILED' });
    expect((await task()).output).toMatch(
      /continues this task\na: it has not rebooted; started again: osd\.0\nnoout is unset for a\na: up and in: osd\.0; flags for a: none\na: .*start this again.*\nNot rebooted: b/,
    );
    expect(lines).toContain('a: host.start_osd {"osd":0}');
    expect(state['a']!.reboots + state['b']!.reboots).toBe(0);
    expect(flagged(commands)).toEqual([['osd unset-group', ['a']]]);
  });

  test('a restarted service also starts a metadata server again', async () => {
    const { clock, reboots, state, startAnew } = cluster({ b: { wanted: WANTED } });
    await reboots.start('test');
    await clock.advance(2000);
    const task = await startAnew(() => Object.assign(state['b']!, { stopped: true, mdsStopped: true }));
    await clock.advance(MINUTE_MS);
    expect((await task()).output).toContain('b: it has not rebooted; started again: mds.fs.b, osd.1');
  });

  test('a restarted service says which OSDs do not come up again, and what to do', async () => {
    const { clock, reboots, state, startAnew } = cluster(both);
    await reboots.start('test');
    await clock.advance(2000);
    const task = await startAnew();
    Object.defineProperty(state['a'], 'stopped', {
      get: () => true,
      set() {
        // Its OSD ends again at once.
      },
    });
    await clock.advance(4 * MINUTE_MS);
    expect(await task()).toMatchObject({ state: 'RUNNING' });
    await clock.advance(2 * MINUTE_MS);
    expect(await task()).toMatchObject({ state: 'FAILED' });
    expect((await task()).output).toMatch(
      /after 5 min osd\.0 did not come up; some of its daemons may be stopped: run `systemctl start ceph.target`/,
    );
  });

  test('a restarted service also starts an OSD that ends after the restart', async () => {
    const { clock, reboots, state, startAnew } = cluster(both);
    await reboots.start('test');
    await clock.advance(2000);
    const task = await startAnew(() => (state['a']!.stopped = false));
    await clock.advance(4000);
    state['a']!.stopped = true;
    await clock.advance(MINUTE_MS);
    expect((await task()).output).toContain('started again: osd.0');
    expect(state['a']!.stopped).toBe(false);
  });

  test('a restarted service waits for the server that it had told to reboot, and for its daemons', async () => {
    const { clock, reboots, state, commands, lines, rebooted, startAnew } = cluster({
      a: { wanted: WANTED, comesBack: false },
      b: { wanted: WANTED },
    });
    await reboots.start('test');
    await clock.advance(30_000);
    expect(state['a']!.reboots).toBe(1);
    const task = await startAnew(() => (state['a']!.away = true));
    await clock.advance(5 * MINUTE_MS);
    expect(await task()).toMatchObject({ state: 'RUNNING' });
    expect([...flagged(commands), ...noupHistory(commands)]).toEqual([]);
    state['a']!.away = false;
    rebooted(state['a']!);
    await clock.advance(MINUTE_MS);
    expect((await task()).output).toMatch(
      /a: up again\nnoout is unset for a\na: done\n.*again for the rest\nNot rebooted: b/,
    );
    expect(noupHistory(commands)).toEqual([['osd unset-group', ['a']]]);
    expect(lines.filter((line) => line.includes('_osd') || line.endsWith(': reboot'))).toEqual([]);
    expect(flagged(commands)).toEqual([['osd unset-group', ['a']]]);
  });

  test('a restarted service starts the OSDs of a server that was told to reboot and did not', async () => {
    const { clock, reboots, state, lines, startAnew } = cluster({ a: { wanted: WANTED, comesBack: false } });
    await reboots.start('test');
    await clock.advance(30_000);
    const task = await startAnew(() => (state['a']!.stopped = true));
    await clock.advance(MINUTE_MS);
    expect(lines).not.toContain('a: host.start_osd {"osd":0}');
    await clock.advance(2 * MINUTE_MS);
    expect(lines).toContain('a: host.start_osd {"osd":0}');
    expect((await task()).output).toContain('a: it has not rebooted; started again: osd.0');
  });

  test('a restarted service has nothing to restore if it was killed before the first server or between two servers', async () => {
    const { clock, reboots, epoch, commands, lines, startAnew } = cluster(both);
    epoch.groups = 'active+undersized+degraded';
    await reboots.start('test');
    await clock.advance(10_000);
    const task = await startAnew();
    await clock.advance(1000);
    expect(await task()).toMatchObject({ state: 'FAILED' });
    expect((await task()).output).toContain('Not rebooted: a, b');
    expect(commands).toEqual([]);
    expect(lines).toEqual([]);
  });

  test('a restarted service is done after the last server, and leaves a noout that somebody has set since', async () => {
    const { clock, reboots, state, epoch, commands, startAnew } = cluster({ a: { wanted: WANTED } });
    await reboots.start('test');
    await clock.advance(30_000);
    epoch.groups = 'active+recovering+degraded';
    await clock.advance(5 * MINUTE_MS);
    expect(flagged(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
    const task = await startAnew();
    await clock.advance(MINUTE_MS);
    expect(await task()).toMatchObject({ state: 'FINISHED' });
    expect(flagged(commands)).toEqual([]);
    expect(state['a']!.reboots).toBe(1);
  });

  test('a restarted service unsets noout if it cannot reach the server any more, and says what is left to do', async () => {
    const { clock, reboots, commands, state, startAnew } = cluster(both);
    await reboots.start('test');
    await clock.advance(2000);
    const task = await startAnew(() => (state['a']!.away = true));
    await clock.advance(30 * MINUTE_MS);
    expect((await task()).output).toMatch(
      /noout is unset for a\na: up and in: osd\.0; .*\na: it did not return: .*no connection.*systemctl start ceph.target/,
    );
    expect(flagged(commands)).toEqual([['osd unset-group', ['a']]]);
  });
});

test('a service that ends during the reboot of a server first starts the daemons there again', async () => {
  const { clock, reboots, tasks, task, state, commands } = cluster({ b: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(2000);
  expect(state['b']).toMatchObject({ stopped: true, mdsStopped: true });
  await tasks.close();
  await reboots.ended();
  expect(state['b']).toMatchObject({ stopped: false, mdsStopped: false, reboots: 0 });
  expect(flagged(commands).at(-1)).toEqual(['osd unset-group', ['b']]);
  expect(await task()).toMatchObject({ state: 'RUNNING' });
});
