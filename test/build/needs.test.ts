import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clusterLacks, leftOut, NEEDS, testFiles } from '../../scripts/lib/needs.mjs';
import { root } from '../../scripts/lib/project.mjs';

const file = (path: string, ...statuses: string[]) => ({
  name: join(root, path),
  assertionResults: statuses.map((status) => ({ status })),
});
const need = (lacks: string | undefined, files: string[], packages = 'list') => ({
  name: 'n',
  what: 'a cluster',
  files,
  packages,
  lacks: () => lacks,
});
const read = (path: string) => (path === 'list' ? '# for the cluster\nmon osd # both\n' : 'python3\n');

test('skipped tests are counted with the reason and one command that installs what they need', () => {
  const report = {
    testResults: [
      file('test/ceph/a.test.ts', 'skipped', 'skipped'),
      file('test/ceph/deep/b.test.ts', 'skipped'),
      file('test/one.test.ts', 'skipped'),
      file('test/other.test.ts', 'passed', 'skipped'),
    ],
  };
  const needs = [need('no mon', ['test/ceph/']), need('no python3', ['test/one.test.ts'], 'python')];
  expect(leftOut(report, needs, read)).toEqual([
    '4 tests left out:',
    '  3 tests of a cluster: no mon',
    '  1 test of a cluster: no python3',
    'To run them too, as root on Debian:',
    '  apt-get install --no-install-recommends mon osd python3',
  ]);
});

test('tests that could run, or were not selected, do not count as skipped', () => {
  const report = { testResults: [file('test/ceph/a.test.ts', 'passed', 'failed')] };
  expect(leftOut(report, [need(undefined, ['test/ceph/'])], read)).toEqual([]);
  expect(leftOut(report, [need('no mon', ['test/elsewhere/'])], read)).toEqual([]);
});

test('tests are counted that were left out because the cluster lacks something, with the reason and the release', () => {
  const lacking = (lacks?: string) => ({
    assertionResults: [{ meta: lacks === undefined ? {} : { lacks } }],
  });
  const report = { testResults: [lacking('no a (ENOENT)'), lacking(), lacking('no b'), lacking('no b')] };
  expect(clusterLacks(report, 'trixie')).toEqual([
    '1 test left out, because the Ceph cluster of Debian trixie has no a (ENOENT)',
    '2 tests left out, because the Ceph cluster of Debian trixie has no b',
  ]);
  expect(clusterLacks({ testResults: [lacking()] })).toEqual([]);
});

test('each requirement names test files that exist, and a list of their packages', () => {
  for (const one of NEEDS) {
    for (const pattern of testFiles(one)) expect(globSync(pattern, { cwd: root }), pattern).not.toEqual([]);
    expect(existsSync(join(root, one.packages)), one.packages).toBe(true);
  }
});
