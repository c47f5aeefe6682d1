import { expect, test } from 'vitest';
import { mutePlan, unmutePlan } from '../../../src/screens/health/mutes.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { confirm, fill } from '../dialogSteps.ts';
import { answering, deck, openDeck, see, text } from '../openedDeck.ts';

const muted = () => deck.cockpit.facts.health().muted;

test('the key m mutes the check under the cursor for a time, and u unmutes it', async () => {
  await openDeck({ scenario: 'demo', columns: 120, rows: 36 }, 12_000);
  const [check] = deck.cockpit.facts.health().checks;
  await deck.press('1', 'g', 'm');
  await fill(deck, ['2h', 'false']);
  await confirm(deck, 'y');
  await see(/muted, (?:2h00m|1h59m) left/);
  expect(muted()).toBe(1);
  expect(deck.cockpit.facts.health().checks.at(-1)?.code).toBe(check?.code);
  await deck.press('G', 'u');
  await confirm(deck, 'y');
  expect(await text()).not.toMatch(/muted, /);
  expect(muted()).toBe(0);
});

test('a mute warns of an error that it hides and of a mute that it replaces', async () => {
  const check = (severity: string, muted: boolean) => ({
    severity,
    summary: { message: 'x', count: 1 },
    muted,
  });
  await openDeck({
    scenario: 'calm',
    columns: 120,
    rows: 36,
    ...answering({
      getClusterStatus: () => ({
        storeStatus: {
          health: {
            status: 'HEALTH_ERR',
            checks: {
              PG_DAMAGED: check('HEALTH_ERR', false),
              OSD_DOWN: check('HEALTH_WARN', true),
              MON_DOWN: check('HEALTH_WARN', false),
            },
          },
        },
      }),
    }),
  });
  const lines = (code: string, values = {}) =>
    mutePlan(deck.cockpit, code)
      .checks(values)
      .map(({ level, text: said }) => `${level} ${said}`);
  expect(lines('PG_DAMAGED')).toEqual(['warn it is an error: the health will no longer show it']);
  expect(lines('OSD_DOWN')).toEqual(['warn it is muted already: this replaces that mute']);
  expect(lines('MON_DOWN')).toEqual([]);
  expect(lines('OTHER')).toEqual(['block OTHER is not raised now: only a sticky mute can wait for it']);
  expect(lines('OTHER', { 'body.sticky': true })).toEqual(['warn OTHER is not raised now']);
});

test('the end of a mute is taken back by a mute for the time that was left', async () => {
  await openDeck({ scenario: 'demo', columns: 120, rows: 36 }, 12_000);
  const code = deck.cockpit.facts.health().checks[0]?.code ?? '';
  const again = () => {
    const inverse = unmutePlan(deck.cockpit, code).inverse?.({});
    const plan = typeof inverse === 'function' ? inverse() : undefined;
    return plan && 'preview' in plan.execution ? plan.execution.preview({}) : undefined;
  };
  expect(again()).toEqual({ body: { code } });
  await deck.cockpit.api.muteHealthCheck({ body: { code, seconds: 7200, sticky: true } });
  for (const one of [resources.health, resources.status]) await deck.cockpit.cache.refresh(one);
  expect(again()).toEqual({ body: { code, seconds: expect.closeTo(7200, -2) as number, sticky: true } });
});

test('an invalid duration is refused, and nothing is sent', async () => {
  await openDeck({ scenario: 'demo', columns: 120, rows: 36 }, 12_000);
  await deck.press('1', 'g', 'm');
  await fill(deck, ['for ever']);
  expect(await text()).toContain('Type a duration such as 30m, 4h or 7d');
  expect(muted()).toBe(0);
});

test(':mute with sticky mutes a check that is not raised, and is refused without sticky', async () => {
  await openDeck({ scenario: 'calm', columns: 120, rows: 36 }, 12_000);
  await deck.command('mute OSD_NEARFULL 1d');
  await deck.clock.advance(400);
  expect(await text()).toContain('only a sticky mute can wait for it');
  await deck.press('esc');
  await deck.command('mute OSD_NEARFULL 1d sticky');
  await confirm(deck, 'y');
  await see(/1 pre-muted/);
  await deck.command('unmute OSD_NEARFULL');
  await confirm(deck, 'y');
  expect(await text()).not.toContain('pre-muted');
});

test.each(['sticky 4h', '0', '4h often', '4h 5h sticky'])(
  ':mute CODE %s is refused with its syntax, and opens no dialog',
  async (words) => {
    await openDeck({ scenario: 'calm', columns: 120, rows: 36 });
    await deck.command(`mute OSD_NEARFULL ${words}`);
    expect(await text()).toContain('Type a duration, optionally followed by sticky');
    expect(deck.cockpit.view.getState().overlays).toMatchObject([{ kind: 'prompt' }]);
  },
);
