import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import { causeKinds, causes, check, exited, failed, line, NOW, snapshot, UNHEARD } from '../support.ts';

describe('a metadata server', () => {
  test('a metadata server that has ended is named with its three newest log lines, and with the standby that took over', () => {
    const checks = { FS_DEGRADED: check('1 filesystem is degraded') };
    const replaced = line(
      5,
      'mon',
      'cluster [WRN] Replacing daemon mds.c as rank 0 with standby daemon mds.d',
    );
    const log = [exited(40, 'mds', 'a'), exited(30, 'mds', 'b'), exited(20, 'mds', 'c'), replaced];
    const [found] = causes({ checks, log });
    expect(found?.text).toBe('mds.a, mds.b, mds.c have stopped, and a standby took over');
    expect(found?.proofs.map(({ source }) => source)).toEqual(['health', 'log', 'log', 'log']);
  });

  const removed = (seconds: number, name: string) =>
    line(
      seconds,
      'mon',
      `cluster [INF] MDS daemon mds.${name} is removed because it is dead or otherwise unavailable.`,
    );
  const noStandby = { MDS_INSUFFICIENT_STANDBY: check('insufficient standby MDS daemons available') };

  test('no standby is said to have taken over if no metadata server runs', () => {
    const replaced = line(
      5,
      'mon',
      'cluster [WRN] Replacing daemon mds.b as rank 0 with standby daemon mds.c',
    );
    const status = { mds: { online: 0, total: 2 } };
    const [found] = causes({
      checks: noStandby,
      log: [replaced, exited(3, 'mds', 'c'), removed(5, 'b')],
      status,
    });
    expect(found?.text).toBe('mds.c, mds.b do not answer the monitors, and no standby is left');
  });

  test('a metadata server that the monitors hear no more is named, and not said to have stopped', () => {
    const replaced = line(
      5,
      'mon',
      'cluster [WRN] Replacing daemon mds.b as rank 0 with standby daemon mds.c',
    );
    expect(causes({ checks: noStandby, log: [replaced, removed(5, 'b')] })).toMatchObject([
      {
        objects: ['mds.b'],
        confidence: 'certain',
        // The monitors wait for 15 s before they remove a metadata server.
        since: NOW - 20_000,
        text: 'mds.b does not answer the monitors, and a standby took over',
        next: ['read the log of mds.b and start it again'],
      },
    ]);
    // A leader that has just been elected waits for longer, so that the time is not known.
    const elected = line(60, 'mon', 'mon.a is new leader, mons a,b in quorum (ranks 0,1)');
    expect(causes({ checks: noStandby, log: [elected, replaced, removed(5, 'b')] })).toMatchObject([
      { objects: ['mds.b'], since: undefined },
    ]);
    expect(causes({ checks: noStandby, log: [removed(5, 'c')] })).toMatchObject([
      { text: 'mds.c does not answer the monitors', confidence: 'certain' },
    ]);
  });

  test('a metadata server that keeps its rank although the monitors do not hear it is certain, and its clients wait', () => {
    const rank = { filesystem_id: 1, rank: 0, name: 'a', status: 'up:active(laggy or crashed)' };
    const status = {
      mds: { online: 0, total: 1, up: 0 },
      storeStatus: { health: { status: 'HEALTH_OK' }, fsmap: { by_rank: [rank], 'up:standby': 0 } },
    };
    const found = diagnose([snapshot({ more: { status } })]);
    expect(found.causes).toMatchObject([
      {
        objects: ['mds.a'],
        confidence: 'certain',
        text: 'mds.a does not answer the monitors, and no standby is left',
        proofs: [{ text: 'metadata servers: 0 of 1 run' }, { text: 'mds.a: up:active(laggy or crashed)' }],
      },
    ]);
    expect(found.impact.stopped).toEqual(['mds.a does not answer, clients of its filesystem wait']);
  });

  test('a metadata server that has a rank again is not blamed for its earlier end', () => {
    const back = line(30, 'mon', 'cluster [INF] daemon mds.a is now active in filesystem storefs as rank 0');
    const log = [exited(90, 'mds', 'a'), removed(80, 'a'), back, removed(5, 'b')];
    expect(causes({ checks: noStandby, log })[0]?.objects).toEqual(['mds.b']);
  });

  test('several silent metadata servers are only likely, as the return of one as a standby is not logged', () => {
    expect(causes({ checks: noStandby, log: [removed(80, 'a'), removed(5, 'b')] })).toMatchObject([
      { objects: ['mds.a', 'mds.b'], confidence: 'likely' },
    ]);
  });

  test('a missing metadata server is shown as a count, and without a name if nothing names it', () => {
    expect(causes({ status: { mds: { online: 1, total: 2 } } })).toMatchObject([
      {
        kind: 'mds-down',
        objects: ['mds'],
        text: 'a metadata server has stopped',
        proofs: [{ text: 'metadata servers: 1 of 2 run', source: 'status' }],
        next: ['read the log of the metadata server and start it again'],
      },
    ]);
    expect(causes({ status: { mds: { online: 2, total: 2 } } })).toEqual([]);
  });

  test('a metadata server that has ended is named before the monitors know, and its clients wait if it has a rank', () => {
    const rank = (name: string) => ({ filesystem_id: 1, rank: 0, name, status: 'up:active' });
    const told = (name: string, online: number) => {
      const status = {
        mds: { online, total: 2, up: 1, missing: [{ name: 'a', server: 'c' }] },
        storeStatus: { health: { status: 'HEALTH_OK' as const }, fsmap: { by_rank: [rank(name)] } },
      };
      return diagnose([snapshot({ more: { status } })]);
    };
    expect(told('a', 1)).toMatchObject({
      causes: [
        {
          objects: ['mds.a'],
          host: 'c',
          confidence: 'certain',
          text: 'mds.a has stopped',
          proofs: [
            { text: 'metadata servers: 1 of 2 run' },
            { text: 'nothing listens at the address of mds.a any more' },
          ],
        },
      ],
      impact: { stopped: ['mds.a has stopped, clients of its filesystem wait'] },
    });
    expect(told('b', 1).impact.stopped).toEqual([]);
    expect(told('a', 0).causes).toMatchObject([{ text: 'mds.a has stopped, and no standby is left' }]);
  });

  test('a metadata server that has ended elsewhere is not explained by a lost server', () => {
    const lost = (server: string) =>
      causeKinds({
        down: [6, 7],
        log: [failed(6, UNHEARD), failed(7, UNHEARD)],
        status: { mds: { online: 1, total: 2, missing: [{ name: 'a', server }] } },
      });
    expect(lost('d')).toEqual(['host-down']);
    expect(lost('c').toSorted()).toEqual(['host-down', 'mds-down']);
  });

  const offline = {
    FS_DEGRADED: check('1 filesystem is degraded', 'fs storefs is degraded'),
    MDS_ALL_DOWN: check('1 filesystem is offline', 'fs storefs is offline because no MDS is active for it.'),
  };

  test('a metadata server that takes over a rank is not said to have stopped, nor another whose end is not known', () => {
    const status = (state: string) => ({
      mds: { online: 1, total: 1, up: 0 },
      storeStatus: {
        health: { status: 'HEALTH_WARN' as const, checks: { FS_DEGRADED: offline.FS_DEGRADED } },
        fsmap: { by_rank: [{ filesystem_id: 1, rank: 0, name: 'b', status: state }] },
      },
    });
    const told = (state: string) =>
      causes({ checks: { FS_DEGRADED: offline.FS_DEGRADED }, status: status(state) });
    expect(told('up:clientreplay')[0]?.next[0]).toMatch('after five minutes at most if it waits for an NFS');
    expect(told('up:replay')).toMatchObject([
      {
        objects: ['mds'],
        confidence: 'likely',
        text: 'mds.b takes over a rank (up:replay); why the one before it left is not known',
        next: ['wait: clients go on once it is active', 'read the log of the monitors for the one before it'],
      },
    ]);
  });

  test('a failed metadata server without a standby is certain, and its filesystem cannot serve I/O', () => {
    const checks = { ...offline, FS_WITH_FAILED_MDS: check('1 filesystem has a failed mds daemon') };
    const found = diagnose([snapshot({ checks, status: { mds: { online: 0, total: 1, up: 0 } } })]);
    expect(found.causes).toMatchObject([
      { text: 'a metadata server has stopped, and no standby is left', confidence: 'certain' },
    ]);
    expect(found.impact.stopped).toEqual(['the filesystem storefs is offline']);
  });

  test('a filesystem that takes no metadata server although one stands by was failed, and no server has stopped', () => {
    const status = { mds: { online: 1, total: 2, up: 0 } };
    expect(causes({ checks: offline, status })).toMatchObject([
      {
        text: 'storefs takes no metadata server although one runs, as after `ceph fs fail`',
        confidence: 'likely',
        next: ['ask who failed it; `ceph fs set storefs joinable true` lets metadata servers join again'],
      },
    ]);
  });

  test('a filesystem that somebody failed is not blamed on a metadata server that was lost before', () => {
    const status = { mds: { online: 2, total: 3, up: 0 } };
    const command = line(
      20,
      'mon',
      `audit [INF] from='client.1 ' entity='client.admin' cmd='[{"prefix": "fs fail", "fs_name": "storefs"}]': finished`,
    );
    expect(causes({ checks: offline, status, log: [removed(130, 'b'), command] })).toMatchObject([
      {
        objects: ['storefs'],
        since: NOW - 20_000,
        confidence: 'certain',
        text: 'storefs takes no metadata server although one runs: somebody has failed it',
        proofs: [{ text: '1 filesystem is offline' }, { text: 'client.admin: fs fail storefs' }],
      },
    ]);
  });

  test('fewer metadata servers than the filesystem is set to have do not mean that one has stopped', () => {
    const status = { mds: { online: 1, total: 2, up: 1 } };
    const detail = 'fs storefs has 1 MDS online, but wants 2';
    const checks = {
      MDS_UP_LESS_THAN_MAX: check('1 filesystem is online with fewer MDS than max_mds', detail),
    };
    expect(causes({ checks, status })).toMatchObject([
      {
        text: `fewer metadata servers run than wanted: ${detail}`,
        confidence: 'certain',
        next: ['start another metadata server, or lower max_mds'],
      },
    ]);
  });

  test('a lack of standby metadata servers is not said to be one of running servers', () => {
    const checks = {
      MDS_INSUFFICIENT_STANDBY: check('insufficient standby MDS daemons available', 'have 0; want 1 more'),
    };
    expect(causes({ checks, status: { mds: { online: 2, total: 2, up: 2 } } })).toMatchObject([
      {
        text: 'too few standby metadata servers: have 0; want 1 more',
        next: ['start another metadata server as a standby'],
      },
    ]);
  });

  test('a damaged rank is the cause, and starting a metadata server is not advised', () => {
    const checks = { ...offline, MDS_DAMAGE: check('1 mds daemon damaged', 'fs storefs mds.0 is damaged') };
    expect(causes({ checks, status: { mds: { online: 1, total: 2, up: 0 } } })).toMatchObject([
      {
        kind: 'mds-down',
        text: 'rank 0 of storefs is marked damaged: no metadata server takes it',
        explains: ['FS_DEGRADED', 'MDS_ALL_DOWN', 'MDS_DAMAGE'],
        next: [expect.stringContaining('logs'), 'once that is repaired: `ceph mds repaired storefs:0`'],
      },
    ]);
  });

  test('a missing metadata server is shown with its server only if there is only one candidate', () => {
    const checks = { MDS_ALL_DOWN: check('1 filesystem is offline') };
    const log = [exited(20, 'mds', 'a'), exited(10, 'mds', 'b', 3)];
    expect(causes({ checks, log: log.slice(0, 1) })[0]).toMatchObject({ objects: ['mds.a'], host: 'd' });
    expect(causes({ checks, log })[0]).toMatchObject({ objects: ['mds.a', 'mds.b'], host: undefined });
  });
});
