import { expect, test } from 'vitest';
import type { StatsGraph } from '../../../src/api/contract/stats.ts';
import { figureRequests, type Measured, figuresIn } from '../../../src/screens/figures/figures.ts';

const graph = (name: string, ...plots: readonly string[]): StatsGraph => ({
  name,
  axis1: { unit: 'BYTES' },
  graphs: plots.map((plot) => ({ name: plot, datapoints: [{ t: 60, v: 7 }] })),
});

const asked = (measured: Measured) =>
  figureRequests(measured).map(({ choice: { graph: name, template } }) => [
    name,
    template?.key,
    template?.value,
  ]);

/** The names of the figures of a thing if the service answers its first graph with these plots. */
const named = (measured: Measured, ...plots: readonly string[]) => {
  const [{ choice }] = figureRequests(measured) as [ReturnType<typeof figureRequests>[number]];
  return figuresIn(measured, [{ choice, graph: graph(choice.graph, ...plots) }]).map(({ name }) => name);
};

test('the page of a pool asks for the graphs of this pool only, one request each', () => {
  expect(asked({ of: 'pool', subject: 'vms' })).toEqual([
    ['pool-throughput', 'template-pool-name', 'vms'],
    ['pool-iops', 'template-pool-name', 'vms'],
    ['pool-bytes', 'template-pool-name', 'vms'],
    ['pool-objects', 'template-pool-name', 'vms'],
  ]);
});

test('the page of a disk asks for one graph of its server, and shows the line of this disk only', () => {
  const disk: Measured = { of: 'disk', subject: 3, plot: 'sdb' };
  expect(asked(disk)).toEqual([['server-disk-load', 'template-server-id', 3]]);
  expect(named(disk, 'sda', 'sdb', 'sdc')).toEqual(['busy']);
  expect(named(disk, 'sda')).toEqual([]);
});

test('a figure with several lines names each, and a quota is no figure', () => {
  expect(named({ of: 'pool', subject: 'vms' }, 'read', 'write')).toEqual([
    'read throughput',
    'write throughput',
  ]);
  expect(named({ of: 'bucket', subject: 'logs' }, 'stored', 'quota')).toEqual(['stored']);
});

test('loads are asked for the last hour, amounts for the last day', () => {
  const spans = (measured: Measured) => figureRequests(measured).map(({ startTime }) => -startTime / 3600);
  expect(spans({ of: 'pool', subject: 'vms' })).toEqual([1, 1, 24, 24]);
  expect(spans({ of: 'user', subject: 'shop' })).toEqual([24, 24]);
});

test('a graph that the service refuses has no line', () => {
  const measured: Measured = { of: 'server', subject: 1 };
  const reads = figureRequests(measured).map(({ choice }) => ({
    choice,
    failure: { kind: 'rejected', status: 501, message: 'not measured' } as const,
  }));
  expect(figuresIn(measured, reads)).toEqual([]);
});
