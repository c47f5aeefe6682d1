import { expect, test } from 'vitest';
import { asksForDecision } from '../../../src/app/keys/macro.ts';
import { NO_CUSTOM } from '../../../src/lib/custom.ts';
import { pushOverlay } from '../../../src/store/session/view.ts';
import { answering, deck, guard, openDeck, text } from '../../screens/openedDeck.ts';

const open = (options: Partial<Parameters<typeof openDeck>[0]> = {}) =>
  openDeck({ columns: 100, rows: 30, scenario: 'calm', ...options });
const view = () => deck.cockpit.view.getState();
/** Plays the macro to its end. */
const played = async () => {
  await deck.clock.advance(5000);
  expect(view().macro.playing).toBeUndefined();
};

test('a macro records keys, shows their number in the footer, and replays them', async () => {
  await open();
  await deck.type(',3jj');
  expect(await text()).toMatch(/recording, 3 keys/);
  await deck.type(',');
  expect(await text()).toMatch(/Recorded 3 keys\./);
  const cursor = view().lists.disks.index;
  await deck.type('1.');
  await played();
  expect(view().focus).toBe('disks');
  expect(view().lists.disks.index).toBe(cursor + 2);
});

test('a macro includes text typed on the command line, and waits for the screen that it opens', async () => {
  const buckets = ['a', 'b', 'c'].map((bucket) => ({ bucket, owner: 'admin' }));
  let answer = Promise.resolve(buckets);
  await open(answering({ listS3Buckets: () => answer }));
  await deck.type(',:buckets\rjj,');
  await deck.press('q');
  const late = Promise.withResolvers<typeof buckets>();
  answer = late.promise;
  deck.cockpit.cache.expire();
  await deck.type('.');
  await deck.clock.advance(5000);
  late.resolve(buckets);
  await played();
  expect(view().overlays).toMatchObject([{ kind: 'screen', screen: 's3-buckets', list: { index: 2 } }]);
});

test('a question about unsubmitted changes stops a macro as a dialog does', async () => {
  await open();
  const menu = { kind: 'menu', title: 'Not saved', items: () => [], cursor: 0 } as const;
  pushOverlay(deck.cockpit.view, menu);
  expect(asksForDecision(deck.cockpit)).toBe(false);
  pushOverlay(deck.cockpit.view, { ...menu, asks: true });
  expect(asksForDecision(deck.cockpit)).toBe(true);
});

test('a dialog ends the recording and the replay of a macro, so that it confirms nothing', async () => {
  await open({
    custom: { ...NO_CUSTOM, macros: [{ name: 'Set', key: 'Z', press: ['M', 'enter', 'y', 'yes', 'enter'] }] },
  });
  await deck.type(',M\r');
  expect(await text()).toMatch(/on demo 088e327d/);
  await guard();
  await deck.press('esc');
  expect(view().macro.kept).toEqual(['M', 'enter']);
  await deck.type('Z');
  await played();
  expect(await text()).toMatch(/this dialog must be answered by hand/);
  expect(view().overlays).toMatchObject([{ kind: 'action', flow: { phase: { step: 'form', texts: [''] } } }]);
});

test('a macro never quits the program, drops unsubmitted changes, or lifts read-only mode', async () => {
  const press = ['q', 'y'];
  await open({
    custom: {
      ...NO_CUSTOM,
      macros: [
        { name: 'Leave', key: 'Z', press },
        { name: 'Write', key: 'Y', press: [':', 'readwrite demo', 'enter'] },
      ],
    },
    readOnly: 'asked',
  });
  await deck.type('Z');
  await played();
  expect(view().overlays).toEqual([{ kind: 'quit' }]);
  await deck.press('esc');
  await deck.type('Y');
  await played();
  expect(deck.cockpit.readOnly()).toBeDefined();
  expect(await text()).toMatch(/No macro allows changes/);
});

test('a macro stops at the first key that has no effect, and at any key pressed during the replay', async () => {
  await open({
    custom: {
      ...NO_CUSTOM,
      macros: [
        { name: 'Wrong', key: 'Z', press: ['3', 'W', '5'] },
        { name: 'Long', key: 'Y', press: ['1', '2', '3', '4'] },
      ],
    },
  });
  await deck.type('Z');
  await played();
  expect(await text()).toMatch(/The macro stopped: W does nothing here\./);
  expect(view().focus).toBe('disks');
  await deck.type('Yj');
  await played();
  expect(await text()).toMatch(/The macro stopped: a key was pressed\./);
  expect(view().focus).toBe('health');
});

test('text pasted into a line is recorded as if it were typed', async () => {
  await open();
  await deck.type(',3/');
  await deck.send('\u001B[200~osd.1\u001B[201~');
  await deck.type('\r,');
  await deck.press('esc');
  await deck.type('.');
  await played();
  expect(view().lists.disks.filter).toBe('osd.1');
});

test('the command line shows the number of recorded keys, and no macro is replayed during a recording', async () => {
  await open();
  await deck.type('.');
  expect(await text()).toMatch(/play: nothing was recorded/);
  await deck.type(',3.');
  expect(await text()).toMatch(/play: a macro is being recorded/);
  await deck.type(':');
  expect(await text()).toMatch(/recording, 2 keys/);
});

test('a macro that stops in a prompt says so beside what is typed', async () => {
  await open({
    custom: { ...NO_CUSTOM, macros: [{ name: 'Pools', key: 'Z', press: [':', 'pools', 'enter'] }] },
  });
  await deck.type('Z');
  await deck.clock.advance(120);
  await deck.type('x');
  expect(await text()).toMatch(/\n:po +The macro stopped: a key was pressed\./);
});

test('a macro waits at most ten seconds for a screen, and then stops with the reason', async () => {
  const buckets = Promise.withResolvers<[]>();
  await open(answering({ listS3Buckets: () => buckets.promise }));
  await deck.type(',:buckets\rj,');
  await deck.press('q');
  deck.cockpit.cache.expire();
  await deck.type('.');
  await deck.clock.advance(9500);
  expect(view().macro.playing).toEqual(['j']);
  await deck.clock.advance(1500);
  expect(view().macro.playing).toBeUndefined();
  expect(await text()).toMatch(/The macro stopped: the screen was not read in time\./);
});

test('a macro stops at a key that is disabled, with the reason', async () => {
  const macros = [{ name: 'Again', key: 'Z', press: ['3', ',', '5'] }];
  await open({ custom: { ...NO_CUSTOM, macros } });
  await deck.type('Z');
  await played();
  expect(await text()).toMatch(/The macro stopped: ,, a macro is being played\./);
  expect(view().focus).toBe('disks');
});

test('a recording that was forgotten ends after two hundred keys', async () => {
  await open();
  await deck.type(`,${'j'.repeat(199)}`);
  expect(view().macro.recording).toHaveLength(199);
  await deck.type('k');
  expect(view().macro).toEqual({ kept: [...Array(199).fill('j'), 'k'] });
  expect(await text()).toMatch(/Recorded 200 keys\. A macro has at most 200 keys\./);
});

test('a recording without keys keeps the earlier macro', async () => {
  await open();
  await deck.type(',3,');
  await deck.type(',,');
  expect(await text()).toMatch(/Nothing was recorded\./);
  expect(view().macro).toEqual({ kept: ['3'] });
});
