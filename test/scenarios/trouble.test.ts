import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/service/engine.ts';
import { FaultyProxy, type ProxyBehaviour } from './faultyProxy.ts';
import { expectAlive, waitForGuard, opened, openUrl, type Session, type SessionOptions } from './steps.ts';

/** The console over a service that answers. */
function openOn(proxy: FaultyProxy, options: SessionOptions = {}): Promise<Session> {
  const deck = openUrl(proxy.url, proxy.tokenFile, options);
  return opened(
    deck,
    (text) => /HEALTH_WARN/.test(text) && /osd\.26 .*DOWN/.test(text) && !/waiting for/i.test(text),
  );
}

describe('unreachable service', () => {
  test('the console starts without its service, gives the reason, and connects once the service is there', async () => {
    await using proxy = await FaultyProxy.open();
    await proxy.close();
    await using deck = openUrl(proxy.url, proxy.tokenFile);
    await deck.see(/NO CONNECTION/);
    await deck.see(/Nothing listens at 127\.0\.0\.1:\d+|connection refused/);
    await expectAlive(deck);
    await proxy.reopen();
    const text = await deck.see((shown) => /HEALTH_WARN/.test(shown) && /osd\.26/.test(shown));
    expect(text).not.toMatch(/NO CONNECTION/);
    await deck.seeNo(/Nothing listens|STALE/);
  });

  test('the console keeps the last data with its age when the service disappears, and reconnects', async () => {
    await using proxy = await FaultyProxy.open();
    await using deck = await openOn(proxy);
    await proxy.close();
    await deck.see(/STALE, data \d+s/);
    const text = await deck.see(/3 Disks and OSDs[^\n]*failing[^]*osd\.26 .*DOWN/);
    expect(text).toMatch(/rgw-data/);
    await expectAlive(deck);
    await proxy.reopen();
    await deck.seeNo(/STALE|failing|Nothing listens/);
    await deck.see(/4 Log +following/);
  });
});

describe.each<readonly [ProxyBehaviour, RegExp]>([
  ['html', /Proxy error 500/],
  ['cut', /broke|ended|closed|cut|incomplete|short/i],
  ['silent', /did not answer within/],
])('service that answers %s', (behaviour, why) => {
  test('the console keeps the last data after a bad answer, gives the reason, and recovers by itself', async () => {
    await using proxy = await FaultyProxy.open();
    await using deck = await openOn(proxy, { cols: 120, rows: 36 });
    proxy.behaviour = behaviour;
    deck.press('3', 'f');
    const text = await deck.see((shown) => why.test(shown));
    expect(text).toMatch(/osd\.26 .*DOWN/);
    expect(deck.screen.raw()).not.toMatch(/<h1>|\u0007/);
    deck.press('f');
    await expectAlive(deck);
    proxy.behaviour = 'open';
    await deck.see(
      (shown) => !why.test(shown) && /data (?:now|\ds)/.test(shown) && !/STALE|failing/.test(shown),
    );
  });
});

test('a write that breaks off is not repeated, and its outcome is shown as unknown', async () => {
  await using proxy = await FaultyProxy.open({ scenario: 'calm' });
  await using deck = openUrl(proxy.url, proxy.tokenFile);
  await deck.see(/HEALTH_OK/);
  await deck.command('set noout');
  await deck.see(/Type yes and press Enter/);
  await waitForGuard();
  proxy.behaviour = 'cut';
  deck.type('yes');
  await deck.see(/> yes/);
  deck.press('Enter');
  await deck.see(/Outcome unknown/);
  proxy.behaviour = 'open';
  deck.press('Esc');
  await deck.see(/FLAGS noout on/);
  expect(proxy.passed.filter((line) => line.startsWith('PUT'))).toEqual([
    'PUT /api/maintenance/flags/noout/set',
  ]);
  expect(await deck.audited(1)).toMatchObject([{ id: 'setFlag', outcome: 'unknown' }]);
});

test('the console starts again, and says so, when another cluster answers at its address', async () => {
  let other = false;
  await using proxy = await FaultyProxy.open({
    scenario: 'calm',
    engine: (inner) => withOtherFsid(inner, () => other),
  });
  await using deck = openUrl(proxy.url, proxy.tokenFile);
  await deck.see(/HEALTH_OK/);
  await deck.command('pools');
  await deck.see(/rgw-data/);
  await deck.command('s3-users');
  await deck.see(/S3 users/);
  other = true;
  await deck.see(/Another cluster answers here: other-fs/);
  await deck.seeNo(/S3 users/);
  await deck.see(/HEALTH_OK/);
  await expectAlive(deck);
});

/** The engine, whose cluster says that it is another one while `isOther`. */
function withOtherFsid(inner: Engine, isOther: () => boolean): Engine {
  const { getClusterStatus } = inner.handlers;
  if (typeof getClusterStatus !== 'function') return inner;
  return {
    ...inner,
    handlers: {
      ...inner.handlers,
      async getClusterStatus(...of) {
        const status = await getClusterStatus(...of);
        return isOther() ? { ...status, storeStatus: { ...status.storeStatus, fsid: 'other-fsid' } } : status;
      },
    },
    close: () => inner.close(),
  };
}
