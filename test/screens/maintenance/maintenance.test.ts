import { expect, test } from 'vitest';
import { confirm, fill } from '../dialogSteps.ts';
import { flow } from '../formSteps.ts';
import { answering, deck, guard, openScreen, see, text } from '../openedDeck.ts';

test('flags against their recommendation are listed first and marked, and ! shows only them', async () => {
  await openScreen('maintenance', { scenario: 'demo' });
  const shown = await text();
  expect(shown).toMatch(/FLAG[^\n]*\n.*noscrub +on +\d\S+ +off +▲ differs +no scrubs/);
  expect(shown).toMatch(/recovery speed \d/);
  await deck.press('!');
  expect(await text()).not.toMatch(/nodeep-scrub/);
});

test('a flag is set under the cursor, and can only be unset then', async () => {
  await openScreen('maintenance');
  await deck.command('maintenance');
  await deck.press('j', 'j', 's');
  expect(await text()).toMatch(/Set flag noout/);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/noout +on +\d+s +off +▲ differs/);
  await deck.type('s');
  expect(await text()).toMatch(/set: noout is on already/);
});

test('while OSDs are down, the menu calls unsetting noout disruptive, as its dialog does', async () => {
  await openScreen('maintenance', { scenario: 'osd-down' });
  await deck.cockpit.api.setFlag({ params: { flag: 'noout' } });
  await deck.clock.advance(6000);
  await deck.press('/', ...'noout'.split(''), 'enter', 'a');
  expect(await text()).toMatch(/Unset the flag under the cursor[^\n]*disruptive/);
  await deck.press('u');
  const { plan, values } = flow()!;
  expect(plan.tierOf?.(values)).toBe('disruptive');
});

test(':flags and M open the menu of flags', async () => {
  await openScreen('flags');
  expect(await text()).toMatch(/Set the recovery speed +now 3[^]*Set noout/);
});

test('a scrub asks for the OSD, refuses an unknown one, and checks the given one', async () => {
  await openScreen('maintenance');
  await deck.press('C');
  await fill(deck, ['osd.9999']);
  expect(await text()).toMatch(/There is no OSD osd\.9999/);
  await fill(deck, ['osd.3']);
  expect(await text()).toMatch(/POST \/maintenance\/osd\/3\/deep-scrub[^]*ceph osd deep-scrub 3/);
});

test('the reboot of all servers lists what is unhealthy, and requires its whole name and a countdown', async () => {
  await openScreen('maintenance', { scenario: 'osd-down' });
  await deck.press('X');
  const dialog = await text();
  expect(dialog).toMatch(/the cluster is HEALTH_WARN/);
  expect(dialog).toMatch(/1 OSD down already/);
  expect(dialog).toMatch(/Type reboot all servers and press Enter/);
  await deck.clock.advance(400);
  await deck.type('reboot all servers\r');
  expect(await text()).toMatch(/Sending in 5 s\. Any key cancels it/);
  await deck.press('x');
  await deck.clock.advance(8000);
  const tasks = await deck.cockpit.api.listTasks({ query: { limit: 50 } });
  expect(tasks.data?.filter(({ name = '' }) => /reboot/i.test(name) && name !== '')).toEqual([]);
});

test.each([
  [{}, '▲ it is not known how many placement groups are okay'],
  [{ okay: 7 }, '▲ 1 placement group not okay: data may become unavailable'],
  [{ okay: 8 }, ''],
])('before a reboot of all servers, of eight placement groups with %o it says "%s"', async (groups, line) => {
  const status = { storeStatus: { health: { status: 'HEALTH_OK' as const } } };
  const placementGroups = [{ poolName: 'vm', poolId: 1, total: 8, error: 0, ...groups }];
  await openScreen('maintenance', {
    ...answering({ getClusterStatus: () => ({ ...status, placementGroups }) }),
  });
  await deck.press('X');
  expect(/[^ │]* [^│]*placement group[^│]*/.exec(await text())?.[0].trim() ?? '').toBe(line);
});

test('an upgrade that the service does not offer is refused before any question', async () => {
  await openScreen('maintenance');
  await deck.type('U');
  expect(await text()).toMatch(/upgrade: the service offers no upgrade to mimic/);
});

test('the key of backups is masked until v is pressed, and again afterwards', async () => {
  await openScreen('backups');
  const { backupEncryptionKey: key = '' } = await deck.cockpit.api.getConfigBackups({});
  expect(key).not.toBe('');
  expect(await text()).not.toContain(key);
  await deck.press('v');
  expect(await text()).toContain(key);
  await deck.press('v');
  expect(await text()).not.toContain(key);
});

test('a backup can be started, and its age is shown', async () => {
  await openScreen('backups');
  expect(await text()).toMatch(/last backup +▲ never/);
  await deck.press('n');
  await confirm(deck, 'y');
  await deck.clock.advance(60_000);
  expect(await text()).toMatch(/last backup +\d{4}-\d\d-\d\d .* ago/);
});

test('a restore masks its key and token, and requires the word restore', async () => {
  await openScreen('backups');
  await deck.press('r');
  await fill(deck, ['b-1', 'the-key', 'the-token']);
  const dialog = await text();
  expect(dialog).toMatch(/POST \/setup\/restore-backup/);
  expect(dialog).not.toMatch(/the-key|the-token/);
  expect(dialog).toMatch(/Type restore and press Enter/);
});

test('the backups that tasks have made are listed with their ids, and the form of a restore offers them', async () => {
  await openScreen('backups');
  expect(await text()).toMatch(/No known task has made a backup/);
  await deck.press('n');
  await confirm(deck, 'y');
  await deck.clock.advance(60_000);
  await deck.press('ctrl-r');
  await deck.clock.advance(1000);
  const [, id = ''] =
    /by the tasks that made them:\n +[\d-]+ [\d:]+Z? +([\da-f-]{36})/.exec(await text()) ?? [];
  expect(id).not.toBe('');
  await deck.press('r');
  await guard();
  const form = await text();
  expect(form).toMatch(new RegExp(`id of the backup\\* ${id}`));
  expect(form).toMatch(/encryption key +\* \*{8}/);
  expect(form).toMatch(/API token[^]*for fetching the backup from where it is stored/);
  await deck.press('tab');
  expect(await text()).toMatch(new RegExp(`${id} +made \\d{4}-`));
  await deck.press('shift-tab');
  await deck.type('none\r');
  expect(await text()).toMatch(new RegExp(`✓ restores the backup ${id}, made \\d{4}`));
});

test('the title of the flags shows the current recovery speed, and that an upgrade is possible', async () => {
  await openScreen(
    'maintenance',
    answering({ listMigrations: () => ({ mimic: true }), getRecoverySpeed: () => ({ speed: 0 }) }),
  );
  expect(await text()).toMatch(/recovery speed by default, upgrade to mimic possible/);
  await openScreen(
    'maintenance',
    answering({ listMigrations: () => ({ mimic: false }), getRecoverySpeed: () => ({ speed: 7 }) }),
  );
  const shown = await text();
  expect(shown).toMatch(/recovery speed 7/);
  expect(shown).not.toContain('upgrade to mimic possible');
});

test.each<[object, RegExp]>([
  [{}, /backups +--[^]*last backup +▲ never[^]*cluster id +--[^]*fsid +--[^]*key +--/],
  [
    { enabled: false, lastBackupTimestamp: 1 },
    /backups +▲ off[^]*last backup +▲ 1970-01-01 \S+, \d+d ago[^]*size +--[^]*SHA256 +--/,
  ],
  [
    { enabled: true, clusterId: 'c', storeFsid: 'f', backupEncryptionKey: 'k' },
    /backups +✓ on[^]*cluster id +c\s[^]*fsid +f\s[^]*key +\*\*\*/,
  ],
])('the configuration backups %j are shown, with a dash for what is not known', async (status, wanted) => {
  await openScreen('backups', answering({ getConfigBackups: () => status }));
  expect(await see(/last backup/)).toMatch(wanted);
});
