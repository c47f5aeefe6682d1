import { flagPlan, scrubPlan } from '../../src/screens/maintenance/actions.ts';
import { openScreen, showPane } from '../../src/screens/screen.ts';
import { PANES } from '../../src/store/session/panes.ts';
import { updateList, updateLogs } from '../../src/store/session/view.ts';
import { deletePool } from '../screens/deletePool.ts';
import { LOOKS } from '../screens/goldenLooks.ts';
import { plainText, roleMap } from '../screens/roleMap.ts';
import { type ShownDeck, showDeck } from '../screens/shownDeck.tsx';
import { expectGolden } from '../support/golden.ts';

/** A state of the console in which keys have special effects. */
export interface Place {
  readonly name: string;
  /** The size of the terminal, 80 columns and 24 rows by default. */
  readonly size?: readonly [columns: number, rows: number];
  /** The keys that are pressed there, by default those of the place itself. */
  readonly keys?: 'none' | 'program too';
  /** The steps from the deck to the place. */
  readonly open: (deck: ShownDeck) => Promise<void> | void;
}

const keys =
  (...names: readonly string[]) =>
  (deck: ShownDeck) =>
    deck.press(...names);

/** Waits until a new dialog accepts keys. */
const typed = async (deck: ShownDeck, text = '') => {
  await deck.clock.advance(400);
  await deck.type(text);
};

const line =
  (text: string, ...names: readonly string[]) =>
  async (deck: ShownDeck) => {
    await deck.command(text);
    await deck.press(...names);
  };

const DOWN = Array.from({ length: 3 }, () => 'down');

/** A search with several words and a match. */
const SEARCH = ['s', 'c', 'r', 'u', 'b'];

const ON_DECK: readonly Place[] = [
  ...PANES.map((focus): Place => ({
    name: `deck-${focus}`,
    keys: focus === 'health' ? 'program too' : 'none',
    open: ({ cockpit }) => cockpit.view.setState({ focus }),
  })),
  { name: 'deck-zoomed', keys: 'program too', open: keys('3', 'f', ...DOWN) },
  { name: 'deck-zoomed-160x48', keys: 'none', size: [160, 48], open: keys('3', 'f', ...DOWN) },
  {
    name: 'deck-filtered',
    open: ({ cockpit }) => {
      cockpit.view.setState({ focus: 'disks', zoomed: true });
      updateList(cockpit.view, 'disks', { filter: 'stor', problemsOnly: true });
    },
  },
  {
    name: 'deck-problems',
    open: ({ cockpit }) => {
      cockpit.view.setState({ focus: 'disks', zoomed: true });
      updateList(cockpit.view, 'disks', { problemsOnly: true });
    },
  },
  {
    name: 'deck-log-filtered',
    open: ({ cockpit }) => {
      cockpit.view.setState({ focus: 'logs' });
      updateLogs(cockpit.view, { filter: 'osd' });
    },
  },
  { name: 'deck-visit', keys: 'program too', open: ({ cockpit }) => showPane(cockpit, 'disks', 'stor-06') },
  { name: 'deck-paused', keys: 'none', open: keys('=') },
];

const TEXTS: readonly Place[] = [
  { name: 'describe', open: keys('3', 'd', ...DOWN) },
  { name: 'describe-160x48', keys: 'none', size: [160, 48], open: keys('3', 'd') },
  { name: 'describe-search', open: keys('3', 'd', '/', 'o', 's', 'd') },
  { name: 'describe-found', open: keys('3', 'd', '/', 'o', 's', 'd', 'enter') },
  { name: 'describe-missed', keys: 'none', open: keys('3', 'd', '/', 'z', 'z', 'z', 'enter') },
  { name: 'describe-on-screen', open: line('pools', 'down', 'd') },
  { name: 'json', open: keys('3', 'y', ...DOWN) },
  { name: 'json-folded', keys: 'none', open: keys('3', 'y', 'enter') },
  { name: 'json-search', open: keys('3', 'y', '/', 'o', 's', 'd') },
  { name: 'json-found', open: keys('3', 'y', '/', 'o', 's', 'd', 'enter', 'n') },
  { name: 'json-on-screen', open: line('pools', 'y') },
];

const LISTS: readonly Place[] = [
  { name: 'help', open: keys('?', ...DOWN) },
  { name: 'help-of-a-page', open: keys('3', 'd', '?') },
  { name: 'help-search', open: keys('?', ...SEARCH, 'down') },
  { name: 'help-missed', open: keys('?', 'z', 'z', 'z') },
  { name: 'menu', open: keys('3', 'a', ...DOWN) },
  { name: 'menu-staying', open: keys('M', ...DOWN) },
  { name: 'menu-columns', open: keys('3', 'f', '>', 'I', 'down') },
  { name: 'menu-ways', open: keys('3', 'o') },
  { name: 'order', open: keys('3', 'O') },
  { name: 'explorer', open: line('api', ...DOWN) },
  { name: 'explorer-search', keys: 'none', open: line('api pool delete') },
  { name: 'explorer-missed', open: line('api zzz') },
  { name: 'explorer-160x48', keys: 'none', size: [160, 48], open: line('api osd', ...DOWN) },
  { name: 'go-to', open: keys('ctrl-p', ...DOWN) },
  { name: 'go-to-search', keys: 'none', open: keys('ctrl-p', 's', 't', 'o', 'r', 'down') },
  { name: 'screens', open: keys('0', ...DOWN) },
  { name: 'screens-columns', size: [160, 48], open: keys('0', 'right', 'down') },
  { name: 'screens-search', keys: 'none', open: keys('0', 'p', 'o', 'o', 'l') },
  { name: 'copy', open: keys('3', 'c') },
];

const LINES: readonly Place[] = [
  { name: 'filter', open: keys('3', '/') },
  { name: 'filter-typed', open: keys('3', '/', 's', 't', 'o', 'r', '-', '0', '6', 'space', 'u', 'p') },
  { name: 'filter-of-log', open: keys('4', '/', 'o', 's', 'd') },
  { name: 'filter-on-screen', open: line('pools', '/', 'r', 'g', 'w') },
  { name: 'command', open: keys(':') },
  {
    name: 'command-older',
    async open(deck) {
      for (const text of ['utc', 'utc', 'readonly', 'readwrite demo', 'deck']) await deck.command(text);
      await deck.press(':', 'up', 'up');
    },
  },
  { name: 'command-typed', open: keys(':', 's', 'e', 't', 'space', 'n', 'o') },
  { name: 'command-completing', open: keys(':', 's', 'e', 't', 'space', 'n', 'o', 'tab', 'tab') },
];

const DIALOGS: readonly Place[] = [
  {
    name: 'form',
    async open(deck) {
      await line('pools', 'n')(deck);
      await typed(deck, 'ab');
    },
  },
  {
    name: 'form-choice',
    async open(deck) {
      await line('pools', 'n')(deck);
      await typed(deck, 'a\t');
      await deck.press('down');
    },
  },
  {
    name: 'form-40-rows',
    size: [120, 40],
    async open(deck) {
      await line('pools', 'n')(deck);
      await typed(deck, 'a\tr');
    },
  },
  { name: 'form-of-one', open: (deck) => keys('R')(deck) },
  {
    name: 'form-incomplete',
    keys: 'none',
    async open(deck) {
      await line('pools', 'n')(deck);
      await typed(deck, '\r');
    },
  },
  {
    name: 'confirm-reversible',
    async open(deck) {
      deck.cockpit.propose(scrubPlan(deck.cockpit, 3, false));
      await typed(deck);
    },
  },
  {
    name: 'confirm-blocked',
    async open(deck) {
      deck.cockpit.propose(scrubPlan(deck.cockpit, 26, false));
      await typed(deck, 'y');
    },
  },
  {
    name: 'confirm-disruptive',
    size: [60, 16],
    async open(deck) {
      deck.cockpit.propose(flagPlan(deck.cockpit, 'noout', true));
      await typed(deck, 'no');
    },
  },
  {
    name: 'confirm-refused',
    async open(deck) {
      deck.cockpit.propose(flagPlan(deck.cockpit, 'noout', true));
      await typed(deck, 'no\r');
    },
  },
  {
    name: 'confirm-unread',
    size: [60, 16],
    async open(deck) {
      const text = Array.from({ length: 30 }, (_, at) => ({ level: 'warn', text: `reason ${at}` }) as const);
      deck.cockpit.propose({ ...deletePool, checks: () => text });
      await typed(deck, 'v');
      await deck.press('pagedown');
    },
  },
  {
    name: 'countdown',
    async open(deck) {
      deck.cockpit.propose(deletePool);
      await typed(deck, 'volumes\r');
      await deck.clock.advance(1500);
    },
  },
  {
    name: 'result',
    async open(deck) {
      deck.cockpit.propose({
        ...deletePool,
        tier: 'disruptive',
        stillThere: () => false,
      });
      await typed(deck, 'yes\r');
    },
  },
  { name: 'quit', open: keys('q') },
];

const SCREENS: readonly Place[] = [
  { name: 'screen', keys: 'program too', open: line('pools', 'down') },
  { name: 'screen-160x48', keys: 'none', size: [160, 48], open: line('pools', 'down') },
  { name: 'screen-filtered', open: line('pools', '!', '/', 'r', 'enter') },
  { name: 'screen-problems', open: line('pools', '!') },
  {
    name: 'screen-visit',
    async open(deck) {
      openScreen(deck.cockpit, 'pools');
      await deck.frame();
      const view = deck.cockpit.view.getState();
      const top = view.overlays.at(-1);
      if (top?.kind !== 'screen') throw new Error('the screen is not on top');
      deck.cockpit.view.setState({
        overlays: [{ ...top, list: { ...top.list, filter: 'rgw', visit: true } }],
      });
    },
  },
];

/** The deck and screens without overlays. */
export const BARE: readonly Place[] = [...ON_DECK, ...SCREENS];
/** Overlays. */
export const OVERLAYS: readonly Place[] = [...TEXTS, ...LISTS, ...LINES, ...DIALOGS];

/** Goes to each place from the initial deck, and runs an action there. */
export async function visitEach(
  places: readonly Place[],
  act: (
    deck: ShownDeck,
    place: Place,
    size: readonly [columns: number, rows: number],
  ) => Promise<void> | void,
): Promise<void> {
  await using deck = await showDeck({ columns: 80, rows: 24, look: LOOKS.colour });
  await deck.clock.advance(3000);
  const fresh = deck.cockpit.view.getState();
  for (const place of places) {
    const { size = [80, 24], open } = place;
    deck.cockpit.view.setState(fresh, true);
    await deck.resize(...size);
    await open(deck);
    await deck.frame();
    await act(deck, place, size);
  }
}

/** Compares the screens of places with their recordings. */
export const recordPlaces = (places: readonly Place[]): Promise<void> =>
  visitEach(places, async (deck, { name }, [columns, rows]) => {
    const frame = await deck.frame();
    const map = await roleMap(frame, columns, rows, LOOKS.colour);
    expectGolden(`records/places/${name}`, `${plainText(frame)}\n\n${map}`, []);
  });
