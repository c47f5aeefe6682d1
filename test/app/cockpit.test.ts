import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiError } from '../../src/api/failure.ts';
import type { Transport } from '../../src/api/transport.ts';
import { type CockpitOptions, createCockpit } from '../../src/app/cockpit.ts';
import { NO_CUSTOM } from '../../src/lib/custom.ts';
import { createLook } from '../../src/lib/look.ts';
import { openScreen } from '../../src/screens/screen.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import { resources } from '../../src/store/cache/resources.ts';
import { updateList, updateLogs } from '../../src/store/session/view.ts';
import { type FakeClock, fakeClock } from '../support/fakeClock.ts';

const context = (name: string) => ({
  name,
  address: `https://${name}/api`,
  demo: false,
  production: false,
  deletePhrase: '',
});

/** A console without a screen over a simulated cluster, until the test ends. */
function open(
  options: Partial<CockpitOptions> = {},
  wrap: (transport: Transport, clock: FakeClock) => Transport = (same) => same,
) {
  const clock = fakeClock();
  const sent: string[] = [];
  const written: unknown[] = [];
  const real = wrap(embeddedTransport(createSimEngine({ clock, scenario: 'demo', seed: 1 })), clock);
  // The timers of the cluster itself.
  const timers = clock.pending();
  const transport: Transport = {
    ...real,
    send(id, input, more) {
      sent.push(`${id} ${JSON.stringify(input)}`);
      return real.send(id, input, more);
    },
  };
  const cockpit = createCockpit({
    transport,
    clock,
    look: createLook({ depth: 'none', unicode: true }),
    context: context('berlin'),
    readOnly: 'no',
    utc: true,
    logLines: 100,
    openAudit: () => ({
      write: (record) => void written.push(record.id),
      close: async () => void written.push('closed'),
    }),
    quit: () => undefined,
    suspend: () => undefined,
    edit: () => Promise.resolve({ kind: 'failed', reason: '' }),
    folder: '/nonexistent',
    copy: () => true,
    showPlain: () => undefined,
    draw: () => 'the screen',
    ...options,
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await cockpit[Symbol.asyncDispose]();
    isOpen = false;
  };
  onTestFinished(close);
  return { cockpit, clock, sent, written, close, waiting: () => clock.pending() - timers };
}

describe('read-only mode', () => {
  test.each([
    ['no', undefined, undefined],
    ['asked', /^Read-only: lift it with the command :readwrite/, undefined],
    ['forced', /^Read-only: the configuration says so/, /the configuration says so/],
  ] as const)(
    'with the setting %s, read-only mode is on from the start and can be lifted only where that is allowed',
    (mode, told, refused) => {
      const { cockpit } = open({ readOnly: mode });
      const says = (text: string | undefined, wanted: RegExp | undefined) =>
        wanted ? expect(text).toMatch(wanted) : expect(text).toBeUndefined();
      says(cockpit.readOnly(), told);
      says(cockpit.setReadOnly(false), refused);
      says(cockpit.readOnly(), refused);
      says(cockpit.setReadOnly(true), refused);
      expect(cockpit.readOnly()).toMatch(/^Read-only/);
    },
  );

  test('read-only mode refuses a write before it is sent; once it is lifted, the write is sent and recorded', async () => {
    const { cockpit, sent, written } = open({ readOnly: 'asked' });
    const set = () => cockpit.api.setFlag({ params: { flag: 'noout' } });
    await expect(set()).rejects.toMatchObject({ failure: { kind: 'refused' } });
    expect(sent).toEqual([]);
    cockpit.setReadOnly(false);
    await set();
    expect(sent).toEqual(['setFlag {"params":{"flag":"noout"}}']);
    expect(written).toContain('setFlag');
    expect(cockpit.requests.list().map(({ id }) => id)).toEqual(['setFlag']);
  });
});

describe('switching to another cluster', () => {
  const transport: Transport = {
    send: () => Promise.reject(new Error('is not asked')),
    download: () => Promise.reject(new Error('is not asked')),
    close: () => Promise.resolve(),
  };
  const clusters = ['berlin', 'oslo'].map((name) => ({
    context: context(name),
    current: name === 'berlin',
    transport,
  }));

  test('the console can switch only to a cluster of the configuration', () => {
    const left: string[] = [];
    const { cockpit } = open({ clusters, leaveFor: (name) => void left.push(name) });
    expect(cockpit.switchTo('berlin')).toBe('This is berlin already.');
    expect(cockpit.switchTo('rome')).toBe('There is no context rome; choose one of: berlin, oslo.');
    expect(left).toEqual([]);
    expect(cockpit.switchTo('oslo')).toBeUndefined();
    expect(left).toEqual(['oslo']);
    expect(cockpit.fleet.store.getState().members.map(({ context: { name } }) => name)).toEqual([
      'berlin',
      'oslo',
    ]);
  });

  test('without a configuration there is no cluster to switch to', () => {
    const { cockpit } = open();
    expect(cockpit.switchTo('oslo')).toBe('There is no context oslo; the configuration has none.');
    expect(cockpit.switchTo('berlin')).toBe('This is berlin already.');
  });
});

test('optional parts that the console was not given are replaced by harmless defaults', async () => {
  const { cockpit } = open({}, ({ send, download, close }) => ({ send, download, close }));
  expect(cockpit.mouse.isOn).toBe(false);
  cockpit.mouse.set(true);
  expect(cockpit.mouse.isOn).toBe(false);
  cockpit.redraw();
  expect(cockpit.custom).toEqual(NO_CUSTOM);
  expect(await cockpit.reveal()).toEqual([]);
  expect(cockpit.screenText()).toBe('the screen');
});

test('the transport of a simulated cluster reveals which faults were injected', async () => {
  const deeds = [{ summary: 'a disk was pulled', at: 5 }];
  const { cockpit } = open({}, (same) => ({ ...same, reveal: () => Promise.resolve(deeds) }));
  expect(await cockpit.reveal()).toEqual(deeds);
});

test('a write that cannot be recorded is reported as an error', () => {
  let fail: (message: string) => void = () => undefined;
  const { cockpit } = open({
    openAudit(onFailure) {
      fail = onFailure;
      return { write: () => undefined, close: () => Promise.resolve() };
    },
  });
  fail('the disk is full');
  expect(cockpit.view.getState().notice).toMatchObject({ role: 'error', text: 'the disk is full' });
});

describe('log of the console', () => {
  const streams = (sent: readonly string[]) => sent.filter((line) => /^(?:read|follow)Logs/.test(line));

  test('the log follows the selected services and servers, and ignores other changes of the view', async () => {
    const { cockpit, clock, sent } = open();
    cockpit.logs.start();
    await clock.advance(100);
    const before = streams(sent).length;
    expect(before).toBeGreaterThan(0);
    updateLogs(cockpit.view, { filter: 'osd' });
    await clock.advance(100);
    expect(streams(sent)).toHaveLength(before);
    updateLogs(cockpit.view, { services: ['ceph-osd@3'] });
    await clock.advance(100);
    expect(streams(sent)[before]).toContain('ceph-osd@3');
    updateLogs(cockpit.view, { servers: [2] });
    await clock.advance(100);
    expect(streams(sent).length).toBeGreaterThan(before + 1);
    expect(streams(sent).at(-1)).toMatch(/ceph-osd@3.*2|2.*ceph-osd@3/);
  });

  test('the log reconnects as soon as the service answers other requests again', async () => {
    let isDown = false;
    const { cockpit, clock, sent } = open({}, (real) => ({
      ...real,
      send: (...call) =>
        isDown
          ? Promise.reject(new ApiError({ kind: 'unreachable', message: 'no route to host' }))
          : real.send(...call),
    }));
    using _watched = cockpit.cache.watch(resources.status);
    cockpit.logs.start();
    await clock.advance(5000);
    isDown = true;
    updateLogs(cockpit.view, { services: ['ceph-osd@3'] });
    await clock.advance(120_000);
    isDown = false;
    expect(cockpit.cache.slot(resources.status).failures).toBeGreaterThan(0);
    const tried = streams(sent).length;
    for (let ms = 0; ms < 60_000 && cockpit.cache.slot(resources.status).failures > 0; ms += 100)
      await clock.advance(100);
    await clock.advance(0);
    expect(streams(sent).length).toBeGreaterThan(tried);
  });
});

describe('end of the console', () => {
  test('after the end nothing is requested, awaited or kept open, and the audit file is closed', async () => {
    const { cockpit, clock, sent, written, close, waiting } = open({ slow: 'on' });
    cockpit.logs.start();
    openScreen(cockpit, 'pools');
    cockpit.view.setState({ focus: 'disks' });
    await clock.advance(30_000);
    expect(waiting()).toBeGreaterThan(0);
    await close();
    // The listeners of the log are notified of its end.
    await clock.advance(2000);
    const count = sent.length;
    expect(waiting()).toBe(0);
    cockpit.view.setState({ focus: 'crush', overlays: [] });
    updateList(cockpit.view, 'crush', { filter: 'stor' });
    const { cursor } = cockpit.view.getState().lists.crush;
    await clock.advance(60_000);
    expect(sent).toHaveLength(count);
    expect(cursor).toBeUndefined();
    expect(written).toEqual(['closed']);
  });

  test('the view settings of lists are kept for the next session, except those of lists that no longer exist', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const viewsFile = join(folder, 'views.json');
    const first = open({ viewsFile });
    await first.clock.advance(1000);
    updateList(first.cockpit.view, 'disks', { sort: { column: 'host', descending: true } });
    await first.close();
    expect(readdirSync(folder)).toEqual(['views.json']);
    const second = open({ viewsFile });
    await second.clock.advance(1000);
    await expect
      .poll(() => second.cockpit.view.getState().lists.disks.sort)
      .toEqual({ column: 'host', descending: true });
    const third = open();
    await third.clock.advance(1000);
    expect(third.cockpit.view.getState().lists.disks.sort).toBeUndefined();
  });
});
