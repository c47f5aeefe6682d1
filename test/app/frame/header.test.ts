import { describe, expect, test } from 'vitest';
import { headerLine } from '../../../src/app/frame/header.ts';
import { clockTime, zoneName } from '../../../src/lib/format.ts';
import { width } from '../../../src/lib/text.ts';
import { answering, deck, openDeck } from '../../screens/openedDeck.ts';
import { plainText } from '../../screens/roleMap.ts';

const header = (columns = 200) => plainText(headerLine(deck.cockpit, columns));
const size = { columns: 120, rows: 30 };
const withoutLatency = answering({ getGraph: () => ({ name: 'osd-latency-write', graphs: [] }) });

describe('header', () => {
  test('the header shows the cluster, its health and the age of its data', async () => {
    await openDeck({ ...size, scenario: 'calm' });
    expect(header()).toMatch(/^ \S+ {2}DEMO {2}HEALTH_OK.* {2}data \S+ {2}/);
    expect(header()).toMatch(/\d\d:\d\d:\d\dZ? $/);
    expect(header()).not.toMatch(/READ-ONLY|PROD|PAUSED|STALE|slow link/);
  });

  test('the header shows read-only mode', async () => {
    await openDeck({ ...size, scenario: 'calm', readOnly: 'asked' });
    expect(header()).toContain('READ-ONLY');
  });

  test('the header shows that the display is paused, and that its data is stale', async () => {
    await openDeck({ ...size, scenario: 'calm' });
    deck.cockpit.view.setState({ paused: true });
    expect(header()).toContain('PAUSED');
    deck.cockpit.view.setState({ paused: false, now: deck.cockpit.view.getState().now + 3_600_000 });
    expect(header()).toMatch(/STALE, data 1h/);
  });

  test('the header shows that there is no connection before the first answer', async () => {
    const broken = () => {
      throw new Error('the service is broken');
    };
    await openDeck({ ...size, scenario: 'calm', ...answering({ getClusterStatus: broken }) });
    expect(header()).toContain('NO CONNECTION');
  });

  test('the header says that it is connecting until there is an answer or a failure', async () => {
    const silent = () => new Promise<never>(() => undefined);
    await openDeck({ ...size, scenario: 'calm', ...answering({ getClusterStatus: silent }) });
    expect(header()).toContain('connecting');
    expect(header()).not.toContain('NO CONNECTION');
  });

  test('the header says on every screen and at every width that I/O is blocked, and otherwise nothing', async () => {
    await openDeck({ columns: 80, rows: 24, scenario: 'rack-partition' });
    await deck.command('pools');
    expect(header(60)).toContain('I/O BLOCKED  HEALTH_WARN');
    expect(header(160)).toContain('I/O BLOCKED  HEALTH_WARN');
    await openDeck({ columns: 80, rows: 24, scenario: 'host-down' });
    expect(header(160)).not.toContain('I/O BLOCKED');
  });

  test('the header is as wide as the screen, and drops from the right what does not fit', async () => {
    await openDeck({ ...size, scenario: 'calm', ...withoutLatency });
    const wide = header(200);
    expect(width(wide)).toBe(200);
    const address = deck.cockpit.context.address;
    expect(wide).toContain(address);
    for (const columns of [20, 40, 60, 80, 100, 140])
      expect(width(header(columns))).toBeLessThanOrEqual(columns);
    expect(header(60)).not.toContain(address);
    expect(header(60)).toMatch(/HEALTH_OK/);
    // The smallest width that still has it.
    const needed = wide.trimEnd().replace(/ {3,}/, '  ').length + 1;
    expect(header(needed)).toContain(address);
    expect(header(needed - 1)).not.toContain(address);
  });

  test('the header leaves out the seconds on a slow link', async () => {
    await openDeck({ ...size, scenario: 'calm' });
    deck.cockpit.link.store.setState({ slow: true, roundTripMs: 312 });
    expect(header()).toMatch(/slow link 312 ms/);
    expect(header()).toMatch(/ \d\d:\d\dZ? $/);
  });

  test('a wide header has sparklines of the last minutes, once there are two data points', async () => {
    await openDeck({ ...size, scenario: 'calm' });
    expect(header(160)).not.toMatch(/read \d/);
    await deck.clock.advance(60_000);
    expect(header(160)).toMatch(/read [\d.]+ MiB\/s +[▁-█]{4,} {2}write [\d.]+ MiB\/s +[▁-█]{4,}/);
    expect(header(100)).not.toMatch(/read \d/);
    expect(width(headerLine(deck.cockpit, 160))).toBe(160);
  });

  test('a wide header has the latency of writes on the OSDs, which a slow disk raises', async () => {
    await openDeck({ ...size, scenario: 'calm' });
    expect(header()).toMatch(/ {2}OSD p99 \d\d\.\dms [▅-▇]{12} {2}/);
    await openDeck({ ...size, scenario: 'disk-slow' });
    expect(header()).toMatch(/ {2}OSD p99 2\.0s ▂{6}▆{6} {2}/);
    deck.cockpit.link.store.setState({ slow: true });
    expect(header()).not.toContain('p99');
  });

  test('the header has no latency that is old, or that the service does not measure', async () => {
    await openDeck({ ...size, scenario: 'calm', ...withoutLatency });
    expect(header()).not.toContain('p99');
    await openDeck({ ...size, scenario: 'calm' });
    expect(header()).toContain('OSD p99');
    const { view } = deck.cockpit;
    view.setState(({ now }) => ({ now: now + 120_000 }));
    expect(header()).not.toContain('p99');
  });

  test('the sparklines of the header are redrawn every ten seconds, and every minute on a slow link', async () => {
    await openDeck({ ...size, scenario: 'calm' });
    await deck.clock.advance(177_000);
    const spark = () => /read .*?[▁-█]+ {2}/.exec(header(160))?.[0];
    const first = spark();
    expect(first).toBeDefined();
    await deck.clock.advance(8000);
    expect(spark()).toBe(first);
    deck.cockpit.link.store.setState({ slow: true });
    const slow = spark();
    await deck.clock.advance(40_000);
    expect(spark()).toBe(slow);
  });
});

test('the clock in the header keeps the name of the local time zone until only the vital parts have room', async () => {
  await openDeck({ columns: 120, rows: 30 });
  const { utc, now } = deck.cockpit.view.getState();
  expect(utc).toBe(true);
  expect(header(200)).toMatch(/\d\d:\d\d:\d\dZ $/);
  await deck.command('utc');
  const zone = zoneName(now);
  expect(header(200).endsWith(`${clockTime(now, false)} ${zone} `)).toBe(true);
  for (const columns of [60, 80, 120]) expect(header(columns)).toContain(` ${zone} `);
  expect(header(50)).not.toContain(` ${zone} `);
});
