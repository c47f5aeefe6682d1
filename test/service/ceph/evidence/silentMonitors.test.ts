import { expect, test } from 'vitest';
import { silentMonitors } from '../../../../src/service/ceph/evidence/silentMonitors.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { sender } from './cluster.ts';

const at = (name: string, addr: string) => ({ name, public_addrs: { addrvec: [{ type: 'v2', addr }] } });
const MONS = [
  at('a', '10.0.0.1:3300'),
  at('b', '10.0.0.2:3300'),
  at('c', '[fd00::3]:3300'),
  at('d', '10.0.0.4:3300'),
];

function monitors(unreached: Readonly<Record<string, string>> = { h4: 'refused' }) {
  const clock = fakeClock();
  const { ceph } = recordedCeph(clock, {
    'node ls': { json: { mon: { h1: ['a'], h2: ['b'], h3: ['c'], h4: ['d'] } } },
    'mon dump': { json: { mons: MONS } },
  });
  const { access } = fakeAccess(
    { h1: sender(0.01), h2: sender(0.3), h3: sender(0.02), h4: sender(0) },
    undefined,
    unreached,
  );
  const answers: Record<string, boolean | Error | undefined> = {
    'http://10.0.0.1:3300': true,
    'http://10.0.0.2:3300': true,
    'http://[fd00::3]:3300': true,
  };
  const inventory = createInventory(ceph, clock);
  const tried: string[] = [];
  const listens = async (url: string) => {
    tried.push(url.slice(-6));
    const answer = answers[url];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { clock, answers, tried, ...silentMonitors({ ceph, inventory, access, clock, listens }) };
}

test('the addresses of the monitors that were known last are tried, and their servers asked for lost packets', async () => {
  const { clock, answers, remember, ask } = monitors();
  expect(await ask()).toBeUndefined();
  await remember();
  await clock.advance(1);
  answers['http://10.0.0.1:3300'] = false;
  answers['http://[fd00::3]:3300'] = undefined;
  await clock.advance(5000);
  // The monitor d was never reached, so that its silence says nothing.
  const first = [
    { mon: 'a', server: 'h1', runs: false },
    { mon: 'b', server: 'h2', runs: true },
  ];
  expect(await ask()).toEqual({ lostMonitors: first, unreached: [{ server: 'h4', why: 'refused' }] });
  await clock.advance(5000);
  expect((await ask())?.lostMonitors).toEqual(first);
  await clock.advance(5000);
  const told = await ask();
  expect(told?.lostMonitors).toEqual([...first, { mon: 'c', server: 'h3', silent: true }]);
  expect(told?.resent).toContainEqual({ server: 'h2', sent: 1000, again: 300 });
});

test('an address that cannot be tried, because the link to the cluster is cut, is not called silent', async () => {
  const { clock, answers, remember, ask } = monitors();
  await remember();
  const tell = async (answer: Error | undefined, rounds: number) => {
    for (const url of Object.keys(answers)) answers[url] = answer;
    for (let round = 0; round < rounds; round++) {
      await clock.advance(5000);
      await ask();
    }
    return (await ask())?.lostMonitors;
  };
  const cut = new Error('ssh: connect to host h1 port 22: Connection refused');
  expect(await tell(cut, 6)).toEqual([]);
  expect(await tell(undefined, 6)).toHaveLength(3);
  expect(await tell(cut, 2)).toEqual([]);
});

test('an address that gives no answer is tried three times, and one that gives any answer once', async () => {
  const { answers, tried, remember } = monitors();
  answers['http://10.0.0.1:3300'] = false;
  answers['http://[fd00::3]:3300'] = undefined;
  await remember();
  const count = (end: string) => tried.filter((url) => url === `${end}:3300`).length;
  expect(['1', '2', '4'].map(count)).toEqual([1, 1, 3]);
  expect(tried).toHaveLength(8);
});

test('servers of monitors that cannot be reached are told even if nothing is known of the monitors', async () => {
  const { ask, remember, answers } = monitors({ h1: 'refused' });
  for (const url of Object.keys(answers)) answers[url] = undefined;
  await remember();
  expect(await ask()).toEqual({ lostMonitors: [], unreached: [{ server: 'h1', why: 'refused' }] });
});

test('retransmissions are told even if nothing is known of the monitors, and nothing else is then', async () => {
  const { ask, remember, answers, clock } = monitors({});
  for (const url of Object.keys(answers)) answers[url] = undefined;
  await remember();
  expect(await ask()).toBeUndefined();
  await clock.advance(5000);
  const { resent, ...rest } = (await ask()) ?? {};
  expect(rest).toEqual({ lostMonitors: [] });
  expect(resent).toHaveLength(4);
});
