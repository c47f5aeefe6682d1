import { expect, test } from 'vitest';
import { enterMaintenance, leaveMaintenance } from '../../../src/screens/servers/actions.ts';
import { confirm } from '../dialogSteps.ts';
import { answering, deck, openScreen, text } from '../openedDeck.ts';

const TASK = { id: 7, name: 'Enter maintenance mode', object: 'stor-01', done: true, state: 'FINISHED' };

test.each([
  [false, 'E', 'enter', 'yes'],
  [true, 'X', 'exit', 'y'],
])(
  'a server of an orchestrator whose maintenance mode is %s changes it by %s',
  async (maintenance, key, word, yes) => {
    const orders: string[] = [];
    const order = (name: string) => () => {
      orders.push(name);
      return TASK;
    };
    const options = answering({
      listServers: () => [{ id: 1, hostname: 'stor-01', access: 'orchestrator', maintenance }],
      enterMaintenance: order('enter'),
      leaveMaintenance: order('exit'),
    });
    await openScreen('servers', { ...options, columns: 160 });
    expect(await text()).toMatch(maintenance ? /stor-01.*maintenance/ : /stor-01.*orch/);
    await deck.press(key);
    await deck.clock.advance(400);
    expect(await text()).toContain(`ceph orch host maintenance ${word} stor-01`);
    await confirm(deck, yes);
    expect(orders).toEqual([word]);
  },
);

const ROOK = 'its orchestrator has no maintenance mode: with Rook, set the flag noout and drain its node';

test.each([
  ['ssh', undefined, 'no orchestrator manages this server', 'no orchestrator manages this server'],
  ['orchestrator', undefined, ROOK, ROOK],
  ['orchestrator', true, 'it is in maintenance mode', undefined],
  ['orchestrator', false, undefined, 'it is not in maintenance mode'],
])(
  'if a server is reached by %s and its maintenance mode is %s, the reason why it cannot be changed is shown',
  async (access, maintenance, entering, leaving) => {
    await openScreen('servers');
    const row = { serverId: 1, hostname: 'stor-01', access, maintenance };
    expect(enterMaintenance.make(deck.cockpit, {}, row).refused).toBe(entering);
    expect(leaveMaintenance.make(deck.cockpit, {}, row).refused).toBe(leaving);
  },
);

test('if the orchestrator does not reach a server, and its maintenance mode is not known, the reason for the former is shown', async () => {
  await openScreen('servers');
  const unreached = 'stor-01 is offline, according to the orchestrator';
  const row = { serverId: 1, hostname: 'stor-01', access: 'orchestrator', maintenance: undefined, unreached };
  expect(leaveMaintenance.make(deck.cockpit, {}, row).refused).toBe(unreached);
});
