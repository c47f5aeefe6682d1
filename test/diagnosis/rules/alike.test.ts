import { expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import { causes, failed, REFUSED, shutDown } from '../support.ts';

test('OSDs of one server that have ended in the same way are one cause, and those of other servers are others', () => {
  const wide = ({ nodes = [] }: CrushMap): CrushMap => ({
    nodes: nodes
      .map((node) => (node.name === 'b' ? { ...node, children: [2, 3, 8, 9] } : node))
      .concat([8, 9].map((id) => ({ id, name: `osd.${id}`, type: 'OSD', status: 'UP', reweight: 1 }))),
  });
  const log = [failed(2, REFUSED, 50), failed(3, REFUSED, 40), failed(5, REFUSED, 30)];
  const found = causes({ down: [2, 3, 5], log, crush: wide });
  expect(found).toMatchObject([
    {
      kind: 'osd-down',
      objects: ['osd.2', 'osd.3'],
      host: 'b',
      confidence: 'certain',
      text: 'the daemons of osd.2, osd.3 on b have stopped',
      proofs: [{ source: 'log' }, { source: 'log' }, { text: 'osd.2, osd.3 are down and in' }],
      next: ['read the logs of osd.2, osd.3 for why they stopped', 'start them, or replace their disks'],
    },
    { objects: ['osd.5'], text: 'the daemon of osd.5 on c has stopped' },
  ]);
  expect(found[0]?.since).toBe(causes({ down: [2], log: [log[0]!], crush: wide })[0]?.since);
  const apart = causes({ down: [2, 3], out: [3], log, crush: wide });
  expect(apart.map(({ objects }) => objects)).toEqual([['osd.2'], ['osd.3']]);
  const stopped = [shutDown(2, 40), shutDown(3, 40)];
  expect(causes({ down: [2, 3], log: stopped, crush: wide })).toHaveLength(1);
});
