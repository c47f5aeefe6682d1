import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import { causes, exited, NOW, snapshot } from '../support.ts';

describe('gateways', () => {
  const removed = 'a gateway removed on purpose is still counted for a day';

  test('gateways that are down are those that ended last, even if one of them had ended before', () => {
    const log = [exited(600, 'iscsi', 'a'), exited(300, 'iscsi', 'b', 3), exited(20, 'iscsi', 'a')];
    expect(causes({ status: { iscsi: { online: 2, total: 3 } }, log })).toMatchObject([
      {
        kind: 'gateway-down',
        objects: ['iscsi.a'],
        host: 'd',
        since: NOW - 20_000,
        confidence: 'certain',
        text: '1 of 3 iscsi gateways is down: iscsi.a',
      },
    ]);
  });

  test('gateways of which none runs cannot serve I/O, unless the cluster does not answer', () => {
    const stopped = (health: string) => {
      const status = { radosgws: { online: 0, total: 2 }, storeStatus: { health: { status: health } } };
      return diagnose([snapshot({ status })]).impact.stopped;
    };
    expect(stopped('HEALTH_OK')).toEqual(['no radosgw gateway runs']);
    expect(stopped('HEALTH_UNKNOWN')).toEqual([]);
    const some = { radosgws: { online: 1, total: 2 }, nfsGateways: { online: 0, total: 0 } };
    expect(diagnose([snapshot({ status: some })]).impact.stopped).toEqual([]);
  });

  test('a gateway that is down is named by the service, with its server, but it is only likely where no log says that it ended', () => {
    const missing = [{ name: 'store.a', server: 'b' }];
    const log = [exited(900, 'radosgw', 'other')];
    expect(causes({ status: { radosgws: { online: 1, total: 2, missing } }, log })).toMatchObject([
      {
        objects: ['radosgw.store.a'],
        host: 'b',
        since: undefined,
        confidence: 'likely',
        text: '1 of 2 radosgw gateways is down: radosgw.store.a',
        next: ['start radosgw.store.a on b, or restart it if it runs there and hangs; read its log', removed],
      },
    ]);
  });

  test('gateways that are down are counted if the log does not have all their names', () => {
    const log = [exited(20, 'iscsi', 'a')];
    expect(causes({ status: { iscsi: { online: 1, total: 3 } }, log })).toMatchObject([
      {
        confidence: 'likely',
        text: '2 of 3 iscsi gateways are down: iscsi.a',
        next: ['start iscsi.a on d, or restart it if it runs there and hangs; read its log', removed],
      },
    ]);
    expect(causes({ status: { iscsi: { online: 1, total: 3 } } })).toMatchObject([
      {
        objects: ['iscsi'],
        text: '2 of 3 iscsi gateways are down',
        next: [expect.stringContaining('start the iscsi gateway'), removed],
      },
    ]);
  });

  test('gateways of a kind that is not counted do not show up', () => {
    expect(causes({ status: { radosgws: { total: 2 }, iscsi: { online: 0 } } })).toEqual([]);
  });
});

test('while the cluster does not answer, no metadata server or gateway is missed, as only its monitors count them', () => {
  const status = {
    mds: { online: 0, total: 2, up: 0 },
    radosgws: { online: 0, total: 2 },
    storeStatus: { health: { status: 'HEALTH_UNKNOWN' as const } },
  };
  expect(diagnose([snapshot({ status })]).causes).toEqual([]);
});
