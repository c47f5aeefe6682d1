import { expect, test } from 'vitest';
import type { Pool } from '../../../src/api/contract/pools.ts';
import { strictProofs, strictSteps } from '../../../src/diagnosis/rules/strictPools.ts';
import { evidenceOf } from '../support.ts';

const about = (...strictPools: readonly Pool[]) => {
  const evidence = { ...evidenceOf({}), strictPools };
  return { proofs: strictProofs(evidence), steps: strictSteps(evidence, 'osd.3') };
};
const wait = (names: string) => [`start osd.3: parts of ${names} cannot serve I/O until then`];
const lower = (names: string) => [
  `start osd.3; until then, lowering min_size by 1 lets ${names} serve (\`ceph osd pool set\`)`,
];
const chunks = (minSize: number, dataChunks?: number): Pool => ({
  name: 'ec',
  size: minSize,
  minSize,
  erasureCoding: true,
  ...(dataChunks !== undefined && { dataChunks }),
});

test.each<[string, readonly Pool[], readonly string[]]>([
  ['two copies', [{ name: 'rbd', size: 2, minSize: 2 }], wait('rbd')],
  ['three copies', [{ name: 'rbd', size: 3, minSize: 3 }], lower('rbd')],
  ['no known min_size', [{ name: 'rbd', size: 3 }], wait('rbd')],
  ['one parity chunk', [chunks(5, 4)], wait('ec')],
  ['two parity chunks', [chunks(6, 4)], lower('ec')],
  ['an unknown number of data chunks', [chunks(6)], wait('ec')],
  [
    'several numbers of copies',
    [{ name: 'a', size: 3, minSize: 3 }, { name: 'b', size: 2, minSize: 2 }, chunks(6, 4)],
    lower('a, ec'),
  ],
  [
    'two copies each',
    ['a', 'b', 'c', 'd'].map((name) => ({ name, size: 2, minSize: 2 })),
    wait('a, b, c and 1 more'),
  ],
])(
  'pools that need all of %s take writes with a lower min_size only if a spare one is left',
  (_, pools, steps) => {
    expect(about(...pools).steps).toEqual(steps);
  },
);

test('pools that lack a copy are a proof only if their min_size allows none to be missing', () => {
  expect(about()).toEqual({ proofs: [], steps: [] });
  expect(about({ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }, {}).proofs).toEqual([
    {
      text: 'a, b, c and 1 more: groups that lack a copy or chunk cannot serve I/O, as min_size equals size',
      source: 'status',
    },
  ]);
});
