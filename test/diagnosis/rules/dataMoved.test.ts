import { describe, expect, test } from 'vitest';
import type { HealthCheck } from '../../../src/api/contract/cluster.ts';
import { causes, check, line, NOW } from '../support.ts';

const command = (ago: number, json: string, who = 'client.admin') =>
  line(ago, 'mon', `from='client.1' entity='${who}' cmd=[${json}]: finished`);

const statusOf = (pgmap: object, raised: Readonly<Record<string, HealthCheck>> = {}) => ({
  storeStatus: { health: { status: 'HEALTH_OK' as const, checks: raised }, pgmap },
});

const OUT = command(40, '{"prefix": "osd out", "ids": ["3"]}');
const checks = { PG_DEGRADED: check('5 objects degraded') };
const moved = (log: readonly ReturnType<typeof command>[], more: object = {}) =>
  causes({ checks, log: [...log], ...more }).filter(({ kind }) => kind === 'data-moved');

describe('a change of where data belongs as a cause', () => {
  test('the command that moved data explains missing copies while all OSDs are up', () => {
    expect(moved([OUT])).toMatchObject([
      {
        objects: ['osd.3'],
        since: NOW - 40_000,
        confidence: 'likely',
        explains: ['PG_DEGRADED'],
        text: 'a change moves data or adds copies: osd out 3',
        proofs: [{ text: 'client.admin: osd out 3', source: 'log' }],
      },
    ]);
    expect(causes({ log: [OUT] })).toEqual([]);
  });

  test.each([
    '{"prefix": "osd crush reweight", "name": "osd.3", "weight": 0}',
    '{"prefix": "osd crush move", "name": "stor-02", "args": ["rack=r2"]}',
    '{"prefix": "osd reweight", "id": 3, "weight": 0.5}',
    '{"prefix": "osd reweight-by-utilization"}',
    '{"prefix": "osd setcrushmap"}',
    '{"prefix": "osd new", "uuid": "0b9f", "id": 9}',
  ])('%s moves data', (json) => {
    expect(moved([command(20, json)])).toHaveLength(1);
  });

  test.each([
    '{"prefix": "osd set", "key": "noin"}',
    '{"prefix": "osd pool set-quota", "pool": "vm", "field": "max_bytes", "val": "1"}',
    '{"prefix": "osd crush add-bucket", "name": "rack9", "type": "rack"}',
    '{"prefix": "osd crush rule create-simple", "name": "r", "root": "default", "type": "host"}',
  ])('%s moves no data', (json) => {
    expect(moved([command(20, json)])).toEqual([]);
  });

  test('a slow disk whose OSD stays up does not hide the change that moves data', () => {
    const slow = (ago: number) =>
      line(ago, 'osd.5', 'bluestore slow operation observed for kv_sync, latency = 6s');
    const log = [OUT, slow(30), slow(20)];
    const found = causes({ checks, log }).map(({ kind, explains }) => [kind, explains]);
    expect(found).toContainEqual(['disk-slow', []]);
    expect(found).toContainEqual(['data-moved', ['PG_DEGRADED']]);
    const away = line(35, 'mon', 'osd.5 failed (2 reporters from different host)');
    expect(causes({ checks, log: [OUT, away, slow(30)] }).map(({ kind }) => kind)).not.toContain('unknown');
  });

  test('a change that cannot be reversed, such as the removal of an OSD, is not said to be', () => {
    const steps = (json: string) => moved([command(20, json)])[0]?.next;
    expect(steps('{"prefix": "osd reweight", "id": 3, "weight": 0.5}')).toContain(
      'reverse the change if it was a mistake',
    );
    expect(steps('{"prefix": "osd purge", "id": 3}')).toEqual([
      'let recovery run; if clients suffer, slow it down',
    ]);
  });

  test('an OSD that places itself when it starts has changed nothing', () => {
    const json = '{"prefix": "osd crush set", "id": 3, "weight": 1}';
    expect(moved([command(20, json, 'osd.3')])).toEqual([]);
    expect(moved([command(20, json, 'mgr.x')])).toHaveLength(1);
  });

  test('a change of a pool is a cause only if placement groups of that pool are not okay', () => {
    const json = '{"prefix": "osd pool set", "pool": "vm", "var": "size", "val": "3"}';
    const pools = (warn: number) => ({
      status: { placementGroups: [{ poolName: 'vm', poolId: 1, total: 8, okay: 8 - warn, warn, error: 0 }] },
    });
    expect(moved([command(20, json)], pools(3))).toMatchObject([{ objects: ['vm'] }]);
    expect(moved([command(20, json)], pools(0))).toEqual([]);
  });

  test('the weight in a command is not taken for an OSD', () => {
    const reweight = command(20, '{"prefix": "osd reweight", "id": 3, "weight": 1}');
    expect(moved([reweight])).toMatchObject([{ objects: ['osd.3'] }]);
    const out = command(20, '{"prefix": "osd out", "ids": ["3", "1"]}');
    expect(moved([out])).toMatchObject([{ objects: ['osd.1', 'osd.3'] }]);
  });

  test('an old change is a cause only if data is still misplaced, or no other pool than the one it names is troubled', () => {
    const out = command(3 * 3600, '{"prefix": "osd out", "ids": ["3"]}');
    const counts = (misplaced: number) => ({
      status: {
        storeStatus: {
          health: { status: 'HEALTH_WARN' as const, checks },
          pgmap: { misplaced_objects: misplaced, misplaced_total: 900 },
        },
      },
    });
    expect(moved([out], counts(0))).toEqual([]);
    expect(moved([out], counts(7))).toMatchObject([{ objects: ['osd.3'] }]);
    const size = command(3 * 3600, '{"prefix": "osd pool set", "pool": "vm", "var": "size", "val": "3"}');
    const troubled = (...names: readonly string[]) => ({
      status: {
        placementGroups: names.map((poolName) => ({ poolName, total: 8, okay: 5, warn: 3, error: 0 })),
      },
    });
    expect(moved([size], troubled('vm'))).toMatchObject([{ objects: ['vm'] }]);
    expect(moved([size], troubled('vm', 'images'))).toEqual([]);
  });

  test('of changes in quick succession the first tells since when, and those before a pause are left out', () => {
    const weight = (ago: number, id: number) =>
      command(ago, `{"prefix": "osd crush reweight", "name": "osd.${id}", "weight": 0}`);
    expect(moved([weight(500, 1), weight(100, 2), weight(40, 3)])).toMatchObject([
      {
        objects: ['osd.2', 'osd.3'],
        since: NOW - 100_000,
        text: '2 changes move data or add copies, the last: osd crush reweight osd.3 0',
      },
    ]);
  });

  test('a change after which the cluster was healthy again has nothing to do with what moves after the next one', () => {
    const added = command(100, '{"prefix": "osd new", "uuid": "0b9f", "id": 7}');
    const healthy = line(80, 'mon', 'cluster [INF] Cluster is now healthy');
    expect(moved([added, healthy, OUT])).toMatchObject([
      { objects: ['osd.3'], since: NOW - 40_000, text: 'a change moves data or adds copies: osd out 3' },
    ]);
  });

  test('data that moves without a health check has a reason, which comes last', () => {
    const misplaced = { status: statusOf({ misplaced_objects: 7, misplaced_total: 900 }) };
    expect(causes({ log: [OUT], ...misplaced })).toMatchObject([
      { kind: 'data-moved', explains: [], text: 'a change moves data or adds copies: osd out 3' },
    ]);
    const flagged = { flags: ['noscrub'], log: [OUT], ...misplaced };
    expect(causes(flagged).map(({ kind }) => kind)).toEqual(['scrub-backlog', 'data-moved']);
    expect(causes(misplaced)).toEqual([]);
  });

  test('data that follows the loss of an OSD is not explained by an older change', () => {
    const moving = {
      checks: { PG_DEGRADED: check('5 objects degraded') },
      pgmap: { misplaced_objects: 7, degraded_objects: 5 },
    };
    const log = [command(300, '{"prefix": "osd reweight", "id": 3, "weight": 0.5}')];
    const kinds = causes({
      log: [...log, line(200, 'mon', 'cluster [INF] osd.1 failed (connection refused reported by osd.0)')],
      checks: { ...moving.checks, OSD_DOWN: check('1 osds down') },
      down: [1],
      out: [1],
      status: statusOf(moving.pgmap, moving.checks),
    }).map(({ kind }) => kind);
    expect(kinds).not.toContain('data-moved');
  });

  test('the balancer moves data in many small steps, which are one cause', () => {
    const upmap = (ago: number, pg: string) =>
      command(
        ago,
        `{"prefix": "osd pg-upmap-items", "format": "json", "pgid": "${pg}", "id": [3, 1]}`,
        'mgr.x',
      );
    const misplaced = { status: statusOf({ misplaced_objects: 7, misplaced_total: 900 }) };
    expect(
      causes({ log: [upmap(50, '1.0'), upmap(49, '1.1'), upmap(30, '1.2')], ...misplaced }),
    ).toMatchObject([
      {
        kind: 'data-moved',
        objects: [],
        since: NOW - 50_000,
        text: 'the balancer moves placement groups, so that all OSDs are equally full',
        proofs: [{ text: 'mgr.x: osd pg-upmap-items' }, { text: 'mgr.x: osd pg-upmap-items' }],
        next: ['let recovery run; if clients suffer, slow it down', 'pause the balancer if it should wait'],
      },
    ]);
  });

  test('the failure of an OSD that should have data explains missing copies, not a change before it', () => {
    const log = [
      OUT,
      line(
        30,
        'mon',
        'cluster [INF] osd.1 failed (root=default,host=stor-01) (connection refused reported by osd.0)',
      ),
    ];
    expect(moved(log, { down: [1] })).toEqual([]);
  });
});
