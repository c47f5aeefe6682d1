import { expect, test } from 'vitest';
import type { Task } from '../../../src/api/contract/shapes.ts';
import { rebootIn } from '../../../src/diagnosis/evidence/reboot.ts';

const SERVERS = new Set(['node1', 'node2.example.org', 'node3']);
const task = (output: string, more: Partial<Task> = {}): Task => ({
  id: 4,
  name: 'Reboot servers',
  state: 'RUNNING',
  output,
  ...more,
});

test.each([
  ['node1: rebooting\n', 'node1', 'node1: rebooting'],
  ['node1: done\nnode3: rebooting\nanother line\n', 'node3', 'node3: rebooting'],
  ['noout is set for node2.example.org: OSDs stay in', 'node2.example.org', undefined],
  ['it waits for node3.', 'node3', undefined],
  ['node1: rebooting\nnode1: up again after 40 s', 'node1', 'node1: up again after 40 s'],
])('after the output %j a task reboots %s', (output, server, line = output) => {
  expect(rebootIn([task('', { name: 'Scrub' }), task(output)], SERVERS)).toEqual({
    server,
    task: 'task 4 (Reboot servers)',
    line,
  });
});

test.each([
  ['has not named a server yet', [task('')]],
  ['names a server that is not known', [task('node9: rebooting')]],
  ['is done with its last server', [task('node1: rebooting\nnode1: done\n')]],
  ['has cleared noout', [task('node1: rebooting\nnoout is unset for node1')]],
  ['has ended', [task('node1: rebooting', { state: 'FAILED' })]],
  ['waits for others', [task('node1: rebooting', { state: 'WAITING' })]],
  ['does something else', [task('node1: rebooting', { name: 'Delete disk' })]],
  ['has no output', [{ id: 4, name: 'Reboot servers', state: 'RUNNING' as const }]],
  ['is not known', undefined],
])('no server is said to be rebooted by a task that %s', (_, tasks) => {
  expect(rebootIn(tasks, SERVERS)).toBeUndefined();
});

test('a task without an id is named by a question mark', () => {
  const { id: _, ...unnamed } = task('node1: rebooting');
  expect(rebootIn([unnamed], SERVERS)?.task).toBe('task ? (Reboot servers)');
});
