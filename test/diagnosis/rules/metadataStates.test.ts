import { describe, expect, test } from 'vitest';
import { causes, check, line } from '../support.ts';

const noStandby = { MDS_INSUFFICIENT_STANDBY: check('insufficient standby MDS daemons available') };
const offline = {
  FS_DEGRADED: check('1 filesystem is degraded', 'fs storefs is degraded'),
  MDS_ALL_DOWN: check('1 filesystem is offline', 'fs storefs is offline because no MDS is active for it.'),
};

describe('a filesystem without a metadata server', () => {
  test('several damaged ranks are named, and the first is in the command that repairs it', () => {
    const details = [0, 1, 2, 3].map((rank) => `fs storefs mds.${rank} is damaged`);
    const checks = { MDS_DAMAGE: check('4 mds daemons damaged', ...details), FS_DEGRADED: check('degraded') };
    expect(causes({ checks })).toMatchObject([
      {
        confidence: 'certain',
        text: 'rank 0 of storefs, rank 1 of storefs, rank 2 of storefs and 1 more are marked damaged: no metadata server takes them',
        next: [expect.any(String), 'once that is repaired: `ceph mds repaired storefs:0`'],
      },
    ]);
  });

  test('a filesystem that is offline while another one is served was not failed by somebody', () => {
    const told = (mds: object, more = {}) =>
      causes({ checks: { ...offline, ...more }, status: { mds } })[0]?.text;
    expect(told({ online: 1, total: 1, up: 1 })).toBe('a metadata server has stopped');
    expect(told({ online: 0, total: 1, up: 0 })).toBe(
      'a metadata server has stopped, and no standby is left',
    );
    expect(told({ online: 1, total: 1, up: 0 }, { FS_WITH_FAILED_MDS: check('failed') })).toBe(
      'a metadata server has stopped, and no standby is left',
    );
    expect(told({ online: 1, total: 1, up: 0 })).toMatch(
      /^storefs takes no metadata server although one runs/,
    );
  });

  test('a failed filesystem whose name is not known is shown with a placeholder, and nobody is named for it', () => {
    const checks = { MDS_ALL_DOWN: check('1 filesystem is offline') };
    const command = line(
      20,
      'mon',
      `audit [INF] from='client.1 ' entity='client.admin' cmd='[{"prefix": "fs fail", "fs_name": "storefs"}]': finished`,
    );
    expect(causes({ checks, status: { mds: { online: 1, total: 1, up: 0 } }, log: [command] })).toMatchObject(
      [
        {
          objects: ['mds'],
          since: undefined,
          confidence: 'likely',
          text: 'the filesystem takes no metadata server although one runs, as after `ceph fs fail`',
          proofs: [{ text: '1 filesystem is offline', source: 'health' }],
          next: ['ask who failed it; `ceph fs set NAME joinable true` lets metadata servers join again'],
        },
      ],
    );
  });

  test('a filesystem that another one was failed for is not said to have been failed', () => {
    const command = line(
      20,
      'mon',
      `audit [INF] from='client.1 ' entity='client.admin' cmd='[{"prefix": "fs fail", "fs_name": "other"}]': finished`,
    );
    const [found] = causes({
      checks: offline,
      status: { mds: { online: 1, total: 1, up: 0 } },
      log: [command],
    });
    expect(found).toMatchObject({ confidence: 'likely', proofs: [{ text: '1 filesystem is offline' }] });
  });

  test('a lack of metadata servers beside another check is not only one of too few', () => {
    const checks = { ...noStandby, FS_DEGRADED: check('1 filesystem is degraded') };
    const [found] = causes({ checks, status: { mds: { online: 1, total: 1, up: 1 } } });
    expect(found?.text).toBe('a metadata server has stopped');
    const [bare] = causes({ checks: noStandby, status: { mds: { online: 1, total: 1, up: 1 } } });
    expect(bare).toMatchObject({
      text: 'too few standby metadata servers: insufficient standby MDS daemons available',
      confidence: 'certain',
    });
  });

  test('a read-only metadata server comes with what to read, and without a name if the check has none', () => {
    const found = (...details: string[]) =>
      causes({ checks: { MDS_READ_ONLY: check('MDSs are read only', ...details) } });
    expect(found()).toMatchObject([
      {
        kind: 'mds-down',
        text: 'a metadata server is read-only: no file can be changed there',
        next: [
          'read in its log which write to the metadata pool failed, and see that this pool serves',
          'then restart it: it stays read-only until then',
        ],
      },
    ]);
    const many = ['a', 'b', 'c', 'd'].map((name) => `mds.${name}(mds.0): MDS in read-only mode`);
    expect(found(...many)).toMatchObject([
      { text: 'mds.a, mds.b, mds.c and 1 more is read-only: no file can be changed there' },
    ]);
  });
});
