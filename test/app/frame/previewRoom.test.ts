import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsBeside } from '../../../src/app/frame/previewRoom.ts';
import { width } from '../../../src/lib/text.ts';
import { panes } from '../../../src/screens/panes.ts';
import { screenOf } from '../../../src/screens/screens.ts';
import { topScreen } from '../../../src/store/session/screenView.ts';
import { cutsText } from '../../../src/widgets/tableLayout.ts';
import { deck, openDeck, see, text } from '../../screens/openedDeck.ts';

test('a page beside a list leaves the list enough room, and takes no more than two fifths of the width', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(500), (columns, needed) => {
      const beside = columnsBeside(columns, needed);
      if (beside === 0) return columns < 120 || columns - needed < 36;
      return beside >= 36 && beside <= columns * 0.4 && columns - beside >= needed;
    }),
  );
});

/** The current list. */
function shownList() {
  const { cockpit } = deck;
  const screen = topScreen(cockpit.view.getState());
  return screen ? screenOf(screen).list?.(cockpit, screen) : panes.disks.list?.(cockpit);
}

const ids = () => shownList()?.layout.columns.map(({ column }) => column.id);

test.each(['disks', 'servers', 'pools', 'rules', 'options', 'contexts', 'why', 'networks'])(
  'at any size the list of %s has the same columns with and without a page beside it, none of them cut',
  async (line) => {
    await openDeck({ scenario: 'calm', columns: 80, rows: 24 });
    await deck.command(line);
    await deck.clock.advance(3000);
    for (const columns of [119, 120, 131, 143, 160, 177, 200, 260])
      for (const rows of [16, 30, 48]) {
        await deck.resize(columns, rows);
        const frame = (await text()).split('\n');
        expect(frame.filter((shown) => width(shown) > columns)).toEqual([]);
        const isBeside = frame.some((shown) => shown.includes('│ ') && !shown.includes('┌'));
        const [beside, layout] = [ids(), shownList()!.layout];
        if (isBeside) expect(cutsText(layout)).toBe(false);
        await deck.command('preview off');
        await text();
        expect(beside).toEqual(ids());
        deck.cockpit.view.setState(({ lists, overlays }) => ({
          lists: { ...lists, disks: withoutChoice(lists.disks) },
          overlays: overlays.map((one) =>
            one.kind === 'screen' ? { ...one, list: withoutChoice(one.list) } : one,
          ),
        }));
      }
  },
);

const withoutChoice = <List extends object>({ preview: _preview, ...list }: List & { preview?: boolean }) =>
  list;

test('a page beside a list has the lists that belong to the thing, from data at hand, where there is room', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down' });
  await deck.command('servers');
  await deck.clock.advance(3000);
  expect(await see(/disks of stor-07 *$/m)).toMatch(/│ .*osd\.30 +DOWN/);
});
