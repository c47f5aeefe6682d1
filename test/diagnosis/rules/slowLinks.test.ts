import { describe, expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { ClusterEvidence } from '../../../src/api/contract/evidence.ts';
import { answers, causes, PINGS_OF_B } from '../support.ts';

const causesOf = (evidence: ClusterEvidence) => causes({ evidence: answers(evidence) });

describe('slow links by the last pings', () => {
  const link = (server: string, others: number, slow: number, ms = 200) => ({ server, others, slow, ms });
  const withLinks = (...links: readonly ReturnType<typeof link>[]) => causesOf({ links: [...links] });

  test('the network of a server whose last pings to all others were slow is slow, before any average shows it', () => {
    expect(withLinks(link('b', 3, 3), link('a', 3, 1), link('c', 3, 1), link('d', 2, 1))).toMatchObject([
      {
        kind: 'net-slow',
        objects: ['b'],
        host: 'b',
        confidence: 'likely',
        text: 'the network of b is slow, or loses packets',
        proofs: [{ text: 'the last pings between b and all 3 other servers took 200 ms', source: 'daemons' }],
      },
    ]);
    expect(withLinks(link('b', 3, 3), link('c', 3, 3), link('a', 3, 2), link('d', 3, 2))).toMatchObject([
      { kind: 'net-slow', objects: ['b', 'c'] },
    ]);
  });

  test('nothing is named if only some links of a server are slow, if those of most servers are, or others besides', () => {
    expect(withLinks(link('b', 3, 2), link('a', 3, 1), link('c', 3, 1))).toEqual([]);
    expect(withLinks(link('b', 1, 1), link('a', 1, 1))).toEqual([]);
    expect(withLinks(link('a', 2, 2), link('b', 2, 2), link('c', 2, 2))).toEqual([]);
    expect(withLinks(link('b', 3, 3), link('a', 3, 2), link('c', 3, 2), link('d', 3, 1))).toEqual([]);
  });

  test('a server is named only if its links to others in its rack are slow as well, unless it is alone there', () => {
    const far = (server: string, near: number, nearSlow: number) => ({
      ...link(server, 20, 19),
      near,
      nearSlow,
    });
    expect(causesOf({ links: [far('b', 1, 0)] })).toEqual([]);
    expect(causesOf({ links: [far('b', 0, 0)] })).toEqual([]);
    expect(causesOf({ links: [far('b', 1, 1)] })).toMatchObject([{ kind: 'net-slow', objects: ['b'] }]);
    const crush = ({ nodes = [], ...map }: CrushMap): CrushMap => ({
      ...map,
      nodes: nodes.map((node) => (node.name === 'r1' ? { ...node, children: [-11] } : node)),
    });
    expect(causes({ crush, evidence: answers({ links: [far('b', 0, 0)] }) })).toMatchObject([
      { kind: 'net-slow', objects: ['b'] },
    ]);
  });

  const links = [link('b', 3, 3), link('a', 3, 1), link('c', 3, 1)];

  test('slow links are not blamed while an OSD has so many requests that pings may be late because of that', () => {
    const kinds = (ms: number) => causesOf({ links, queues: [{ osd: 5, ms }] }).map(({ kind }) => kind);
    expect([kinds(199), kinds(200)]).toEqual([['net-slow'], []]);
  });

  test('the last pings are believed rather than averages, which may be about another server a minute ago', () => {
    expect(causesOf({ links: [link('c', 3, 3), link('a', 3, 1)], pings: PINGS_OF_B })).toMatchObject([
      { kind: 'net-slow', objects: ['c'] },
    ]);
    expect(causesOf({ links: [], pings: PINGS_OF_B })).toMatchObject([{ kind: 'net-slow', objects: ['b'] }]);
  });

  test('OSDs that answer their peers slowly, and the service not in time, are not taken for a server that is down', () => {
    expect(causesOf({ links, silent: [2, 3] })).toMatchObject([{ kind: 'net-slow', objects: ['b'] }]);
    expect(causesOf({ links: [], silent: [2, 3] })[0]).toMatchObject({ kind: 'host-down' });
  });
});
