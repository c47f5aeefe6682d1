import { expect, test } from 'vitest';
import { confirm } from '../dialogSteps.ts';
import { deck, openScreen, see, text } from '../openedDeck.ts';

test('the list of crashes leads to the stack trace of a crash, and archives the crash', async () => {
  await openScreen('crashes');
  expect(await see(/mds\.\w/)).toMatch(/mds\.\w +23d .* not archived /);
  await deck.press('enter');
  const page = await see(/FAILED ceph_assert/);
  expect(page).toMatch(/stack, the innermost call first:/);
  expect(page).toMatch(/1 \/lib.*libc\.so/);
  await deck.press('esc', 'A');
  await confirm(deck, 'y');
  await see(/23d stor-\d+ +archived /);
});

test('the age of a crash is updated while nothing else in the list changes', async () => {
  await openScreen('crashes');
  await see(/mds\.\w +23d /);
  deck.cockpit.view.setState(({ now }) => ({ now: now + 2 * 86_400_000 }));
  expect(await text()).toMatch(/mds\.\w +25d /);
});

test('the key A archives a crash from its report', async () => {
  await openScreen('crashes');
  await see(/mds\.\w/);
  await deck.press('enter');
  await see(/state: +not archived/);
  await deck.press('A');
  await confirm(deck, 'y');
  await see(/state: +archived/);
});

test('if the service cannot list crash reports, its reason is shown', async () => {
  await openScreen('crashes', {
    engine: (engine) => ({
      ...engine,
      handlers: { ...engine.handlers, listCrashes: { unsupported: 'its managers have no module for them' } },
    }),
  });
  await see(/its managers have no module for them/);
  expect(await text()).toMatch(/Crash reports/);
});
