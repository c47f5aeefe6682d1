import { describe, expect, test } from 'vitest';
import { paintedAt } from '../../../src/app/frame/painted.ts';
import { switchable } from '../../screens/failing.ts';
import { deck, see, text } from '../../screens/openedDeck.ts';
import { click, find, openPointed, pointAt, wheel } from '../../screens/pointing.ts';

describe('clicks on the health pane', () => {
  test('a click selects a health check, and a second one shows the pane in full', async () => {
    await openPointed();
    await deck.press('3');
    await click(/OSDMAP_FLAGS/);
    expect(await text()).toMatch(/▶ 1 Health[^]*▌▲ OSDMAP_FLAGS/);
    await click(/OSDMAP_FLAGS/);
    expect(await text()).not.toMatch(/3 Disks/);
    await click(/PG_DEGRADED/);
    expect(await text()).toMatch(/▌▲ PG_DEGRADED/);
  });

  test('a click above or below the health checks selects none', async () => {
    await openPointed();
    await click(/OSDMAP_FLAGS/);
    await click(/HEALTH_WARN for/);
    await click(/CAUSE disk/);
    expect(await text()).toMatch(/▌▲ OSDMAP_FLAGS/);
  });
});

describe('clicks on the log', () => {
  const LINE = /osd\.24 {4}I/;
  const logs = () => deck.cockpit.view.getState().logs;

  test('a click selects a log line and stops following, and the screen does not move', async () => {
    await openPointed();
    await deck.press('4');
    const before = await find(LINE);
    await click(LINE);
    expect(logs().follow).toBe(false);
    expect(await text()).toMatch(/▶ 4 Log {2}paused[^]*▌\d\d:\d\d:\d\dZ stor-05 +osd\.24 /);
    expect((await find(LINE)).row).toBe(before.row);
    await click(LINE);
    expect(await text()).not.toMatch(/1 Health/);
  });

  test('a second click in the full log shows the whole line', async () => {
    await openPointed();
    await deck.press('4', 'f');
    await click(LINE);
    await click(LINE);
    expect(await text()).toMatch(/Log line[^]*osd\.24/);
  });

  test.each([
    ['wrapped', 'w'],
    ['under its histogram', 'i'],
  ])('with the log %s, a click selects the line under it', async (_, key) => {
    await openPointed(100, 36);
    await deck.press('4', 'f', key);
    const { row, column } = await find(LINE);
    await pointAt('press', column, key === 'w' ? row + 1 : row);
    expect(await text()).toMatch(/▌\d\d:\d\d:\d\dZ stor-05 +osd\.24 /);
    await pointAt('press', 3, 1);
    expect(await text()).toMatch(/▌\d\d:\d\d:\d\dZ stor-05 +osd\.24 /);
  });

  test.each([['cut'], ['wrapped']])(
    'the wheel scrolls the log back and to its end again, lines %s',
    async (how) => {
      await openPointed(100, 36);
      await deck.press('4', 'f', ...(how === 'wrapped' ? ['w'] : []));
      const newest = await text();
      for (let turn = 0; turn < 15; turn++) await pointAt('up', 20, 20);
      expect(logs().follow).toBe(false);
      const back = await text();
      await pointAt('up', 20, 20);
      await pointAt('down', 20, 20);
      expect((await text()).split('\n')[2]?.slice(1)).toBe(back.split('\n')[2]?.slice(1));
      for (let turn = 0; turn < 30 && !logs().follow; turn++) await pointAt('down', 20, 20);
      expect(logs().follow).toBe(true);
      expect((await text()).split('\n').slice(2)).toEqual(newest.split('\n').slice(2));
    },
  );

  test('a click selects the log line that was painted, even if lines have arrived since', async () => {
    await openPointed();
    await deck.press('4');
    const [shown = ''] = /\d\d:\d\d:\d\dZ stor-05 +osd\.24 /.exec(await text()) ?? [];
    const { row, column } = await find(new RegExp(shown));
    const painted = paintedAt(deck.cockpit, { row, column });
    const spot = painted?.regions?.(column - painted.rect.x, row - painted.rect.y - 1);
    await deck.clock.advance(60_000);
    expect(await text()).not.toMatch(shown);
    if (spot?.kind === 'row') spot.choose();
    expect(await text()).toMatch(`▌${shown}`);
  });
});

describe('clicks on the file screen', () => {
  async function openFiles(columns = 140, wanted = /ARCHITECTURE\.md/): Promise<void> {
    await openPointed(columns);
    await deck.command('fs /');
    await deck.clock.advance(3000);
    // The local disk is a real one, so it is not known when its files arrive.
    await see(wanted);
  }

  test('a click selects a file and activates its side, and a second one opens a directory', async () => {
    await openFiles();
    await click(/projects\//);
    expect(await text()).toMatch(/▶ Cluster [^]*▌ {2}projects/);
    await click(/ARCHITECTURE\.md/);
    expect(await text()).toMatch(/▶ Local disk [^]*▌ {2}ARCHITECTURE\.md/);
    await click(/projects\//);
    expect(await text()).toMatch(/▶ Cluster \/\n[^]*▌ {2}projects/);
    await click(/projects\//);
    await deck.clock.advance(3000);
    expect(await text()).toMatch(/▶ Cluster \/projects/);
  });

  test('a second click on a file says that it cannot be opened', async () => {
    await openFiles();
    await click(/ARCHITECTURE\.md/);
    await click(/ARCHITECTURE\.md/);
    expect(await text()).toMatch(/enter: not a directory/);
  });

  test('a click on a column title sorts its side of the file screen, and one on another line activates the side', async () => {
    await openFiles();
    await click(/SIZE MODIFIED.*│/);
    expect(await text()).toMatch(/▶ Local disk[^]*SIZE↓ MODIFIED.*│.*SIZE MODIFIED/);
    await click(/Cluster \//);
    expect(await text()).toMatch(/▶ Cluster/);
  });

  test('the wheel scrolls the side under it without activating it', async () => {
    await openPointed(140, 16);
    await deck.command('fs /');
    await deck.clock.advance(3000);
    await see(/bench\//);
    await wheel('down', /docs\//);
    expect(await text()).toMatch(/▶ Cluster/);
    expect(await text()).not.toMatch(/bench\//);
    expect(await text()).toMatch(/▌ {2}backups/);
  });

  test('a click selects a file if only one side is shown', async () => {
    await openFiles(80, /projects\//);
    await click(/projects\//);
    expect(await text()).toMatch(/▌ {2}projects/);
  });
});

test('a click in the editor of the CRUSH map selects a node, and a second one expands it', async () => {
  await openPointed();
  await deck.command('crush-edit');
  await deck.clock.advance(3000);
  await click(/stor-06/);
  expect(await text()).toMatch(/▌.*▸ stor-06/);
  await click(/stor-06/);
  expect(await text()).toMatch(/▾ stor-06[^]*osd\./);
  await click(/NODE +CHANGE/);
  expect(await text()).toMatch(/order: these rows have a fixed order/);
});

test('rows below an error message are clicked where they are shown', async () => {
  const { state, wrap } = switchable(true);
  await openPointed(100, 30, { wrap });
  await deck.command('pools');
  await deck.clock.advance(3000);
  const before = await find(/volumes/);
  state.on = false;
  await deck.clock.advance(60_000);
  expect((await find(/volumes/)).row).toBeGreaterThan(before.row);
  await click(/volumes/);
  expect(await text()).toMatch(/▌[▲✓ ]* ?volumes/);
});
