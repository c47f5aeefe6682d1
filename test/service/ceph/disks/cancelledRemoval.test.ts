import { expect, test } from 'vitest';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import { sample } from '../samples.ts';
import { noMark } from '../tasks/resumed.ts';
import { cluster, LONG_MS, prefixes } from './removalSetup.ts';

test('a removal that is cancelled while the daemon runs reports that the OSD is in again, with its reweight', async () => {
  const { clock, commands, tree, tasks, begin, safe } = cluster();
  tree({ reweight: 0.75 });
  safe();
  const id = await begin('purge');
  await clock.advance(1000);
  tree({ reweight: 0 });
  await clock.advance(LONG_MS);
  await tasks.cancel(id);
  await clock.advance(LONG_MS);
  expect(commands.slice(1)).toEqual([
    { prefix: 'osd in', ids: ['2'] },
    { prefix: 'osd reweight', id: 2, weight: 0.75 },
  ]);
  expect(await tasks.get(id)).toMatchObject({
    state: 'CANCELED',
    output: expect.stringContaining('osd.2 is in again') as string,
  });
});

test('a removal that is cancelled in the moment in which the OSD is found to be down does not delete it', async () => {
  const { clock, answer, commands, tree, removal, safe } = cluster();
  const { resume } = await removal.job({ osdId: 2, end: 'purge' }, 'test');
  tree({ status: 'up', reweight: 0 });
  safe();
  const cancelling = new AbortController();
  const ended = removal.kinds['remove-osd'](resume!.input)(() => undefined, cancelling.signal, noMark);
  await clock.advance(LONG_MS);
  const { nodes, stray } = sample('osdTreeDown') as OsdTree;
  const stopped = nodes.map((node) => (node.id === 2 ? { ...node, status: 'down', reweight: 0 } : node));
  answer('osd tree', async () => {
    cancelling.abort();
    return { rc: 0, outs: '', text: JSON.stringify({ nodes: stopped, stray }) };
  });
  await clock.advance(LONG_MS);
  await ended;
  expect(prefixes(commands)).toEqual(['osd in']);
});

test('a cancelled removal marks an OSD in that was in before, even after a restart of the service', async () => {
  const { clock, commands, tree, removal } = cluster();
  const { resume } = await removal.job({ osdId: 2, end: 'purge' }, 'test');
  tree({ reweight: 0 });
  await clock.advance(LONG_MS);
  const cancelling = new AbortController();
  const ended = removal.kinds['remove-osd'](resume!.input)(() => undefined, cancelling.signal, noMark);
  await clock.advance(LONG_MS);
  cancelling.abort();
  await clock.advance(LONG_MS);
  await ended;
  expect(prefixes(commands)).toEqual(['osd in']);
});
