import { expect, test } from 'vitest';
import {
  addManagers,
  addMonitor,
  hasQuorumWithout,
  monitorOn,
  removeMonitor,
} from '../../../../src/service/sim/monitors/monitors.ts';
import { daemonsOf } from '../../../../src/service/sim/monitors/quorum.ts';
import { logged, simulate } from '../support.ts';

const running = () => {
  const { model } = simulate({ scale: 60 }).cluster;
  const mons = () => daemonsOf(model, 'mon');
  const free = model.hosts.filter((host) => monitorOn(model, host) === undefined);
  return { model, mons, free };
};

test('a new monitor gets the first free letter and the last rank, and joins after a moment', () => {
  const { model, mons, free } = running();
  expect(free).toHaveLength(model.hosts.length - 3);
  const [first, second] = [addMonitor(model, free[0]!), mons()[1]!];
  expect(first).toEqual({
    kind: 'mon',
    name: 'd',
    host: free[0],
    running: true,
    active: false,
    changedAt: model.tick,
  });
  expect(monitorOn(model, free[0]!)).toBe(first);
  removeMonitor(model, second);
  expect(addMonitor(model, free[1]!).name).toBe('b');
  expect(model.daemons.slice(0, 4).map(({ kind, name }) => kind + name)).toEqual(
    ['a', 'c', 'd', 'b'].map((name) => `mon${name}`),
  );
  expect(logged(model, 'mon.d starts, calling for an election')).toHaveLength(1);
  expect(logged(model, 'mon.b is removed from the monitor map')).toHaveLength(1);
});

test('two managers start, on the servers of the first monitors', () => {
  const { model, mons } = running();
  const added = addManagers(model);
  expect(added.map(({ kind, name, active }) => [kind, name, active])).toEqual([
    ['mgr', 'a', false],
    ['mgr', 'b', false],
  ]);
  expect(added.map(({ host }) => host)).toEqual(
    mons()
      .map(({ host }) => host)
      .slice(0, 2),
  );
  expect(model.daemons.slice(-2)).toEqual(added);
  expect(logged(model, 'mgr.b starts')).toHaveLength(1);
});

test.each([
  ['one of three that all agree', [true, true, true], true],
  ['one of three of which another is away', [true, false, true], false],
  ['the one that is away', [false, true, true], true],
  ['one of two', [true, true], true],
  ['one of two of which the other is away', [true, false], false],
  ['the only one', [true], false],
])('%s can be removed if more than half of the remaining monitors agree', (_, agree, spare) => {
  const { model, mons } = running();
  for (const mon of mons().slice(agree.length)) removeMonitor(model, mon);
  for (const [index, mon] of mons().entries()) mon.active = agree[index]!;
  expect(hasQuorumWithout(model, mons()[0]!)).toBe(spare);
});
