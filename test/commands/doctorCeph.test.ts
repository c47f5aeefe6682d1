import { expect, test } from 'vitest';
import { cephFindings, viaReport } from '../../src/commands/doctorCeph.ts';

const FSID = '565f56b9-28a7-429d-b15a-0763c988352f';
const PACIFIC = 'ceph version 16.2.15 (618f4408) pacific (stable)';
const TENTACLE = 'ceph version 20.2.4 (7f793731) tentacle (stable)';

const ALL = { mon: 'allow *', mgr: 'allow *', osd: 'allow *', mds: 'allow *' };

/** The levels and texts about Ceph on a node whose daemons have these versions. */
const findings = (
  versions: Record<string, number>,
  missing: string[] = [],
  capabilities: Record<string, string> | string = ALL,
) =>
  cephFindings({
    conf: 'ceph.conf',
    cluster: { fsid: FSID, versions, transport: 'librados', capabilities },
    missing,
  }).map(({ about, level, text }) => `${about} ${level} ${text}`);

test('doctor says whether the release of Ceph is tested, and names the cluster that answers', () => {
  expect(findings({ [TENTACLE]: 8 })).toEqual([
    `ceph cluster ok ${FSID} answers with ceph.conf`,
    'ceph release ok 20.2.4 (8 daemons), tested',
    'ceph user ok may do everything',
    'ceph parts ok everything that a service on this machine needs',
  ]);
});

test.each([
  [{ [PACIFIC]: 3, [TENTACLE]: 5 }, /note versions are mixed: 16\.2\.15 \(3 daemons\), 20\.2\.4/],
  [
    { 'ceph version 18.2.7 (ab) reef (stable)': 8 },
    /note 18\.2\.7 \(8 daemons\): not tested; tested releases are 16\.2 and 20\.2/,
  ],
  [{ 'ceph version 14.2.22 (ab) nautilus (stable)': 8 }, /bad 14\.2\.22 .*older than 16\.2 is not supported/],
  [{}, /note no daemon reports its version/],
])('doctor reports the releases of the daemons %o', (versions, expected) => {
  expect(findings(versions)[1]).toMatch(expected);
});

test('doctor names missing software with what needs it, and why no cluster answers', () => {
  expect(findings({ [TENTACLE]: 8 }, ['tgtd (iSCSI gateways)'])[3]).toBe(
    'ceph parts note missing on this machine: tgtd (iSCSI gateways)',
  );
  const [first] = cephFindings({ conf: '/x', cluster: 'no connection: no key', missing: [] });
  expect(first).toMatchObject({ level: 'note', text: '/x: no connection: no key' });
});

test('doctor shows by which command a remote cluster is reached, and what is missing there', () => {
  const versions = { [TENTACLE]: 8 };
  expect(viaReport({ fsid: FSID, versions, transport: 'librados', capabilities: ALL })).toMatchObject([
    { level: 'ok', text: `${FSID} answers there` },
    { about: 'ceph release', level: 'ok' },
    { about: 'ceph user', level: 'ok' },
  ]);
  const [slow] = viaReport({ fsid: FSID, versions, transport: 'ceph', capabilities: ALL });
  expect(slow).toMatchObject({ level: 'note', text: expect.stringContaining('python3-rados') as string });
  expect(viaReport('there is no python3')).toEqual([
    { about: 'ceph cluster', level: 'bad', text: 'there is no python3' },
  ]);
});

test('doctor says which capabilities the user lacks, or by which command they are shown if the user may not read them', () => {
  const lacking = { mon: 'allow r', mgr: 'allow *', osd: 'allow *' };
  expect(findings({ [TENTACLE]: 8 }, [], lacking)[2]).toBe(
    "ceph user note has not 'allow *' everywhere, so changes may be refused: mon allow r, mds nothing",
  );
  const refused =
    'the capabilities of client.a do not allow `auth get` (EACCES). See: ceph auth get client.a';
  expect(findings({ [TENTACLE]: 8 }, [], refused)[2]).toBe(
    `ceph user note may read, but lacks mon 'allow *', so changes may be refused: ${refused}`,
  );
});
