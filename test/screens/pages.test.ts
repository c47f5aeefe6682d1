import { describe, expect, test } from 'vitest';
import { updateLogs } from '../../src/store/session/view.ts';
import { JSON_TEXT } from './cuts.ts';
import { deck, letters, openScreen, see, text } from './openedDeck.ts';

describe.each([
  ['pools', 'pools', /Pool \S+ +[✓▲✗] /, [/redundancy +(?:replicated|EC)/, /most bytes +(?:no quota|\d)/]],
  ['buckets', 'buckets', /Bucket \S+/, [/owner +\S+/, /quota +(?:no quota|\d)/]],
  ['S3 users', 's3', /S3 user \S+ +✓ active/, [/e-mail +\S+/, /quota of each bucket +(?:no quota|\d)/]],
  ['iSCSI services', 'iscsi', /iSCSI service iqn\./, [/host groups +\S+/, /2 gateways/, /address/]],
  ['HA groups', 'ha', /HA group 10\./, [/fails back +(?:yes|no)/, /servers?\n/, /interface/]],
])('page of the list of %s', (_, line, title, facts) => {
  test.each([
    [80, 24],
    [160, 48],
  ])('the page has its facts in words at %ix%i, and no JSON', async (columns, rows) => {
    await openScreen(line, { columns, rows, scenario: 'demo' });
    await deck.press('d');
    const page = await see(title);
    for (const fact of facts) expect(page).toMatch(fact);
    expect(page).not.toMatch(JSON_TEXT);
    expect(page).not.toMatch(/(?<![\w.:-])-1(?![\w.:-])/);
  });

  test('the page lists related objects, and its keys lead there', async () => {
    await openScreen(line, { columns: 160, rows: 48, scenario: 'demo' });
    await deck.press('d');
    await see(title);
    expect(await text()).toMatch(/\n ?o {2}\S/);
    await deck.press('o');
    await see(/Go to/);
  });
});

test('the state of an OSD is in the title of its page', async () => {
  await openScreen('osds', { scenario: 'host-down' });
  await deck.press('d');
  await see(/osd\.30 on stor-07 +✗ DOWN in/);
});

test('a copied page includes its table', async () => {
  await openScreen('iscsi', { columns: 160, rows: 48, scenario: 'demo' });
  await deck.press('d');
  await see(/2 gateways/);
  await deck.press('c');
  expect(deck.copied.join('\n')).toMatch(/2 gateways\n +name +address/);
});

test('a page is laid out again when the size of the terminal changes', async () => {
  await openScreen('osds', { columns: 80, rows: 24, scenario: 'demo' });
  await deck.press('d');
  await see(/\n o {2}disks of [^\n]*\n {4}\S/);
  await deck.resize(160, 48);
  expect(await text()).not.toMatch(/\n o {2}disks of [^\n]*\n {4}\S/);
});

test('the search of a page includes its table if that has no frame', async () => {
  await openScreen('ha', { columns: 80, rows: 16, scenario: 'demo' });
  await deck.press('d');
  await see(/HA group/);
  await deck.press('/', ...letters('interface'), 'enter');
  expect(await text()).not.toMatch(/Nothing here matches/);
});

test.each([
  ['osds', /osd\.\d+ on stor-\d\d/],
  ['servers', /stor-\d\d/],
])(
  'a page of the list of %s ends with the last log lines of its row, which never make it scroll',
  async (line, title) => {
    await openScreen(line, { columns: 160, rows: 48, scenario: 'calm' });
    await deck.clock.advance(60_000);
    await deck.press('d');
    await see(title);
    const page = (await see(/Last log lines\n/)).split('Last log lines\n')[1]!;
    expect(page).toMatch(/^ *\d\d:\d\d:\d\dZ? +\S+ +[EWNI] /);
    expect(await text()).not.toMatch(/more below/);
  },
);

test('repeats among the log lines of a page are one row with their number', async () => {
  await openScreen('crashes', { columns: 160, rows: 48, scenario: 'demo' });
  await deck.clock.advance(120_000);
  await deck.command('crashes mds');
  await deck.press('d');
  const page = (await see(/Last log lines/)).split('Last log lines')[1]!;
  expect(page).toMatch(/Updating MDS map to version \d+ from mon\.\d ×\d/);
  expect(page.match(/Updating MDS map/g)!.length).toBeLessThan(6);
});

test('the log lines of a page are in the order of their times, with each repeated one at the time of its last repetition', async () => {
  await openScreen('servers', { columns: 160, rows: 48, scenario: 'demo' });
  await deck.clock.advance(120_000);
  await deck.press('d');
  const page = (await see(/Last log lines/)).split('Last log lines')[1]!;
  const times = Array.from(page.matchAll(/^ *(\d\d:\d\d:\d\d)/gm), ([, time = '']) =>
    time < '12' ? `next day ${time}` : time,
  );
  expect(page).toMatch(/×\d/);
  // The log goes on past midnight.
  expect(times.length).toBeGreaterThan(2);
  expect(times.toSorted()).toEqual(times);
});

test('a page shows no log lines while the log follows some units only, because newer lines of others are not held', async () => {
  await openScreen('servers', { columns: 160, rows: 48, scenario: 'calm' });
  await deck.clock.advance(60_000);
  updateLogs(deck.cockpit.view, { services: ['mon'] });
  await deck.press('d');
  await see(/▶ Server stor-01/);
  expect(await text()).not.toMatch(/Last log lines/);
});
