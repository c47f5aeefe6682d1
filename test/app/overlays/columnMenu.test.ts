import { expect, test } from 'vitest';
import { deck, openDeck, text } from '../../screens/openedDeck.ts';

test('the columns of a pane can be hidden and shown again, except the name of the row', async () => {
  await openDeck({ columns: 120, rows: 36 });
  await deck.press('3', 'f');
  expect(await text()).toMatch(/HOST +NAME +CAUSE +DISK/);
  await deck.command('cols');
  expect(await text()).toMatch(/Columns[^]*DISK +shown/);
  deck.cockpit.view.setState(({ overlays }) => ({
    overlays: overlays.map((overlay) => (overlay.kind === 'menu' ? { ...overlay, cursor: 2 } : overlay)),
  }));
  await deck.press('space');
  expect(await text()).toMatch(/(?:HOST|NAME|DISK|CLASS|STATUS) +hidden/);
  await deck.press('end', 'enter');
  expect(await text()).toMatch(/HOST +NAME +CAUSE +DISK/);
});

test('the log has no column menu', async () => {
  await openDeck({ columns: 120, rows: 36 });
  await deck.press('4');
  await deck.command('cols');
  expect(await text()).toMatch(/no columns to choose/);
});
