import { expect, test } from 'vitest';
import { answers, causes, line, NOW } from '../support.ts';

const DOWN = { down: [2] };
const refused = (ago: number, id = 2) =>
  line(ago, 'mon', `osd.${id} failed (root=default,host=b) (connection refused reported by osd.0)`);
const killed = (...kills: readonly { osd?: number; seconds: number }[]) =>
  answers({ servers: [{ server: 'b', killed: [...kills] }] });

test('an OSD that its kernel has killed for lack of memory is certain, with the next steps', () => {
  const log = [refused(600)];
  expect(causes({ ...DOWN, log, evidence: killed({ osd: 2, seconds: 602 }) })[0]).toMatchObject({
    kind: 'out-of-memory',
    objects: ['osd.2'],
    host: 'b',
    since: NOW - 602_000,
    confidence: 'certain',
    text: 'the kernel of b killed osd.2 for lack of memory, and it is down',
    proofs: [
      { text: 'the kernel of b says that it killed osd.2 because memory had run out', source: 'servers' },
    ],
    next: [
      'start osd.2',
      'find out what uses the memory of b: lower osd_memory_target there, or add memory, before it kills it again',
    ],
  });
});

test('a kernel that does not say which OSD it killed leaves doubt, and names one only that ended then', () => {
  const kindOf = (ago: number, kill: number) => {
    const [cause] = causes({ ...DOWN, log: [refused(ago)], evidence: killed({ seconds: kill }) });
    return [cause?.kind, cause?.confidence];
  };
  expect(kindOf(600, 602)).toEqual(['out-of-memory', 'likely']);
  expect(kindOf(600, 300)).toEqual(['osd-down', 'certain']);
});

test('an OSD that was killed long before it went down, or on another server, was not killed now', () => {
  const log = [refused(60)];
  const kind = (evidence: ReturnType<typeof killed>) => causes({ ...DOWN, log, evidence })[0]?.kind;
  expect(kind(killed({ osd: 2, seconds: 4000 }))).toBe('osd-down');
  expect(kind(killed({ osd: 3, seconds: 60 }))).toBe('osd-down');
  expect(kind(answers({ servers: [{ server: 'a', killed: [{ osd: 2, seconds: 60 }] }] }))).toBe('osd-down');
});

test('OSDs of one server that the kernel has killed are one cause', () => {
  const evidence = killed({ osd: 2, seconds: 61 }, { osd: 3, seconds: 62 });
  const found = causes({ down: [2, 3], log: [refused(60), refused(60, 3)], evidence });
  expect(found.filter(({ kind }) => kind === 'out-of-memory')).toMatchObject([
    {
      objects: ['osd.2', 'osd.3'],
      text: 'the kernel of b killed osd.2, osd.3 for lack of memory, and they are down',
    },
  ]);
});
