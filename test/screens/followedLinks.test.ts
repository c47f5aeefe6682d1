import { expect, test } from 'vitest';
import { topScreen } from '../../src/store/session/screenView.ts';
import { answering, deck, followLink, letters, openDeck, openScreen } from './openedDeck.ts';
import type { DeckOptions } from './shownDeck.tsx';

/** The pane or screen in front, with its filter. */
function shown(): string {
  const state = deck.cockpit.view.getState();
  const screen = topScreen(state);
  if (screen !== undefined)
    return [screen.screen, ...Object.values(screen.scope), screen.list.filter].filter(Boolean).join(' ');
  const { focus, logs, lists } = state;
  return `${focus} ${focus === 'logs' ? logs.filter : lists[focus].filter}`.trim();
}

const FREE = { id: 8, hostname: 'stor-04', server: 4, name: 'sdx', role: 'unassigned' as const };
const destroyed = answering({ listDestroyedOsds: () => ({ destroyedOsds: [{ id: 15, host: 'stor-04' }] }) });
const oneFree = answering({ listDisks: () => [FREE] });

test.each<[string, RegExp, string, Partial<DeckOptions>]>([
  ['destroyed', /CRUSH tree/, 'crush name:osd.15', destroyed],
  ['destroyed', /disks of/, 'server-disks stor-04', destroyed],
  ['disk stor-04', /in the disks pane/, 'disks device:sdx', oneFree],
  ['disk stor-04', /^log of/, 'logs', oneFree],
  ['disk stor-01', /in the disks pane/, 'disks name:osd.0', {}],
  ['disk stor-01', /CRUSH tree/, 'crush name:osd.0', {}],
  ['osd osd.3', /CRUSH tree/, 'crush name:osd.3', {}],
  ['osd osd.3', /log lines that name/, 'logs \\b(osd\\.3)\\b', {}],
  ['crush name:osd.59', /in the disks pane/, 'disks name:osd.59', {}],
  ['crush name:stor-02', /disks of/, 'server-disks stor-02', {}],
  ['classes', /^OSDs of class/, 'disks class:hdd', {}],
  ['classes', /CRUSH rules/, 'crush-rules', {}],
  ['ec-profiles', /erasure-coded pools/, 'pools redundancy:EC', {}],
  ['cluster', /recovery speed/, 'maintenance', {}],
  ['cluster', /mClock/, 'settings mclock', {}],
])('from :%s the link %s leads to %s', async (line, label, to, options) => {
  await openScreen(line, options);
  if (line.startsWith('crush')) await deck.press('end');
  if (line === 'cluster') await deck.press('/', ...letters('area:recovery'), 'enter');
  await followLink(label);
  expect(shown()).toBe(to);
});

test('from an affected pool a link leads to its placement groups', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'pg-unfound' }, 30_000);
  await deck.command('affected');
  await deck.clock.advance(2000);
  await followLink(/^placement groups of/);
  expect(shown()).toMatch(/^placement pool:\S+$/);
});

test('from a check about placement groups a link leads to their pane', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'pg-unfound' }, 30_000);
  const { checks } = deck.cockpit.facts.health();
  const at = checks.findIndex(({ code }) => /^(?:PG|OBJECT)_/.test(code));
  await deck.press(...Array.from({ length: at }, () => 'down'));
  await followLink(/^placement groups by pool/);
  expect(shown()).toBe('placement');
});
