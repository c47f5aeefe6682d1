import { expect, test } from 'vitest';
import { cluster, flagged, noupHistory, MINUTE_MS, WANTED } from './rebootCluster.ts';

const both = { a: { wanted: WANTED }, b: { wanted: WANTED } };

test('a reboot whose service was killed and is not started again is undone by another service, which may reboot servers then', async () => {
  const { clock, reboots, state, lines, commands, kill, startElsewhere } = cluster(both);
  await reboots.start('test');
  await clock.advance(2000);
  await kill(() => (state['a']!.stopped = true));
  const other = startElsewhere();
  await clock.advance(4 * MINUTE_MS);
  expect([commands, lines]).toEqual([[], []]);
  await expect(other.reboots.start('me')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('another takes the task over after 5 min') as string,
  });
  await clock.advance(3 * MINUTE_MS);
  expect(await other.task()).toMatchObject({ state: 'FAILED' });
  expect((await other.task()).output).toMatch(
    /service on c has given no sign of life for 5 min.*\na: it has not rebooted; started again: osd\.0\nnoout is unset for a\n.*Not rebooted: b/s,
  );
  expect(flagged(commands)).toEqual([['osd unset-group', ['a']]]);
  expect(state['a']!.reboots + state['b']!.reboots).toBe(0);
  await other.reboots.start('me');
  await clock.advance(10 * MINUTE_MS);
  expect(await other.task()).toMatchObject({ state: 'FINISHED' });
  expect(state['a']!.reboots).toBe(1);
});

test('noup is taken back from a server that rebooted after its service was killed', async () => {
  const { clock, reboots, state, commands, lines, kill, startElsewhere } = cluster({ a: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(30_000);
  expect(state['a']!.reboots).toBe(1);
  await kill();
  const other = startElsewhere();
  await clock.advance(7 * MINUTE_MS);
  expect((await other.task()).output).toMatch(/a: up again\nnoout is unset for a\na: done\n/);
  expect(noupHistory(commands)).toEqual([['osd unset-group', ['a']]]);
  expect(lines.filter((line) => line.includes('_osd') || line.endsWith(': reboot'))).toEqual([]);
});

test('a reboot that waits for its server is not taken over while its service runs', async () => {
  const { clock, reboots, task, startElsewhere } = cluster({ a: { wanted: WANTED, comesBack: false } });
  await reboots.start('test');
  const other = startElsewhere();
  await clock.advance(15 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'RUNNING' });
  expect((await other.task()).output).not.toContain('sign of life');
});

test('the flags of a server that never returns are taken back by another service, which then gives up', async () => {
  const { clock, reboots, state, commands, kill, startElsewhere } = cluster({
    a: { wanted: WANTED, comesBack: false },
  });
  await reboots.start('test');
  await clock.advance(30_000);
  await kill(() => (state['a']!.away = true));
  const other = startElsewhere();
  await clock.advance(30 * MINUTE_MS);
  expect(await other.task()).toMatchObject({ state: 'FAILED', done: true });
  expect((await other.task()).output).toMatch(
    /noout is unset for a\na: down and in: osd\.0; flags for a: none\na: it did not return: after 20 min no connection/,
  );
  expect(flagged(commands)).toEqual([['osd unset-group', ['a']]]);
});
