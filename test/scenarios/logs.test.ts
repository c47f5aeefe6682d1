import { expect, test } from 'vitest';
import { openDemo, type Session } from './steps.ts';

async function openLog(scenario: string): Promise<Session> {
  const deck = await openDemo(scenario);
  deck.press('4', 'f');
  await deck.see(/▶ 4 Log +following/);
  return deck;
}

const times = (text: string) => Array.from(text.matchAll(/\d\d:\d\d:\d\dZ(?= stor)/g), ([time]) => time);

test('new log lines appear by themselves, in order', async () => {
  await using deck = await openLog('demo');
  const before = times(deck.screen.text()).at(-1) ?? '';
  const text = await deck.see((shown) => (times(shown).at(-1) ?? '') > before);
  expect(times(text)).toEqual(times(text).toSorted());
});

test('moving up pauses the log and counts new lines, and G follows again', async () => {
  await using deck = await openLog('demo');
  deck.press('Up', 'Up');
  const held = times(await deck.see(/4 Log +paused/));
  const later = await deck.see(/4 Log +paused \S \d+ new/);
  expect(times(later)).toEqual(held);
  deck.press('G');
  await deck.see(/4 Log +following/);
});

test('the key s pauses and resumes the log', async () => {
  await using deck = await openLog('demo');
  deck.press('s');
  await deck.see(/4 Log +paused/);
  deck.press('s');
  await deck.see(/4 Log +following/);
});

test('the log is limited by level, step by step and by command', async () => {
  await using deck = await openLog('demo');
  await deck.command('level warning');
  const text = await deck.see(/warning and above/);
  expect(text).not.toMatch(/ (?:I|N|D) \S/);
  deck.press('v');
  await deck.see(/error and above/);
  await deck.command('level loud');
  await deck.see(/Name a level: emergency alert critical error warning notice info debug/);
});

test('several services of the log can be selected at a time', async () => {
  await using deck = await openLog('demo');
  deck.press('o');
  await deck.see(/Log services/);
  deck.press('Down', 'Down', 'Down', 'Space');
  await deck.see(/mon +shown/);
  deck.press('Down', 'Space');
  await deck.see(/mgr +shown/);
  deck.press('Esc');
  await deck.see(/4 Log[^\n]* mon mgr/);
  const text = await deck.see(/ mon +[A-Z] [^]* mgr +[A-Z] |mgr +[A-Z] [^]* mon +[A-Z] /);
  expect(text).not.toMatch(/Z stor-\d\d +(?! |mon|mgr)/);
});

test('servers of the log are selected by name', async () => {
  await using deck = await openLog('demo');
  deck.press('H');
  await deck.choose('stor-05');
  await deck.see(/4 Log[^\n]* stor-05/);
  const text = await deck.see(/Z stor-05 /);
  expect(text).not.toMatch(/Z stor-(?!05)/);
});

test('the keys e and E go from error to error in the log, and report if there is none', async () => {
  await using deck = await openLog('scrub-errors');
  deck.press('E');
  await deck.see(/▌\d\d:\d\d:\d\dZ [^\n]* E /);
  deck.press('G', 'e');
  await deck.see(/No later error/);
});

test('a filter of the log finds and highlights lines, and Esc shows the others again', async () => {
  await using deck = await openLog('demo');
  await deck.filter('health check');
  const text = await deck.see(/4 Log[^\n]*\/health check, \d+\/\d+/);
  const lines = text.split('\n').filter((line) => /Z stor/.test(line));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => /health check/i.test(line))).toBe(true);
  deck.press('Esc');
  await deck.see((shown) => !/health check,/.test(shown) && /osd\.\d+ +[A-Z]/.test(shown));
});

test('a log line is shown in full', async () => {
  await using deck = await openLog('demo');
  deck.press('Up', 'd');
  await deck.see(/Log line[^]*time[^]*priority[^]*server[^]*service/);
});
