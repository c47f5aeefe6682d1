import { expect, test } from 'vitest';
import { describeLayout } from '../../../src/app/overlays/describe.ts';
import { createLook } from '../../../src/lib/look.ts';
import { unstyled } from '../../../src/lib/sgr.ts';
import { width } from '../../../src/lib/text.ts';
import { heading } from '../../../src/lib/textLine.ts';
import { descriptionLines, descriptionText } from '../../../src/screens/description/descriptionLines.ts';
import type { Description } from '../../../src/store/action/action.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import { createViewStore } from '../../../src/store/session/view.ts';
import { ascii, colour, plain } from '../../widgets/looks.ts';

const HOSTILE = 'UP\u001B[2J';

test('the facts of a description are escaped', () => {
  const lines = descriptionLines(plain, { title: '', facts: [['status', HOSTILE]], text: [] }, 40);
  expect(lines.map((line) => line.trimEnd())).toEqual(['status  UP␛[2J']);
  expect(descriptionLines(ascii, { title: '', facts: [['name', 'é']], text: [] }, 40).join('')).toMatch(
    /^name {2}\\u\{e9\} *$/,
  );
});

test('the lines of a description are escaped and coloured by their role, with dim labels', () => {
  const text = [HOSTILE, { text: HOSTILE, role: 'warn' }, { label: 'key  ', text: 'abc' }] as const;
  const lines = descriptionLines(colour, { title: '', facts: [], text }, 40);
  expect(lines).toEqual(['UP␛[2J', colour.paint('warn', 'UP␛[2J'), `${colour.paint('dim', 'key  ')}abc`]);
});

test('a description is copied without its colours', () => {
  const text = [heading('Output'), HOSTILE];
  expect(descriptionText(colour, { title: 'Task 1', facts: [['age', '4m']], text })).toBe(
    'Task 1\nage: 4m\n\nOutput\nUP␛[2J\n',
  );
});

const shown = (
  facts: readonly (readonly [string, string])[],
  text: readonly string[],
  table?: Description['table'],
) => {
  const view = createViewStore(0, { utc: true });
  view.setState({ size: { columns: 60, rows: 20 } });
  const cockpit = { view, look: createLook({ depth: 'none', unicode: true }) } as unknown as Cockpit;
  const of = () => ({ title: 'x\u001B', facts, text, table });
  return describeLayout(cockpit, { kind: 'describe', of, actions: () => [], top: 0 });
};

test('a description has its facts above its text, with a blank line between', () => {
  const { title, lines } = shown([['status', 'UP']], ['a', 'b']);
  expect(title).toBe('x␛');
  expect(lines.map((line) => line.trimEnd())).toEqual(['status  UP', '', 'a', 'b']);
});

const TABLE = {
  title: '2 gateways',
  titles: ['name', 'address'],
  rows: [
    ['gw-1', '10.0.0.1'],
    ['gw-2', HOSTILE],
  ],
};

test('a table in a description has a frame if it fits, and is otherwise written as plain lines', () => {
  const framed = shown([['status', 'UP']], [], TABLE);
  expect(framed.table).toBe(TABLE);
  expect(framed.lines).toHaveLength(1);
  const many = Array.from({ length: 14 }, (_, line) => `line ${line}`);
  const { table, lines } = shown([['status', 'UP']], many, TABLE);
  expect(table).toBeUndefined();
  expect(lines.map(unstyled).join('\n')).toMatch(
    /2 gateways\n +name +address *\n +gw-1 +10\.0\.0\.1 *\n +gw-2 +UP␛\[2J/,
  );
});

const PATH = `/backups/${'2026-11-22/'.repeat(7)}image.raw`;
const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join('');

test('a fact that is longer than its line is wrapped', () => {
  const facts = [
    ['path', PATH],
    ['mode', '0644'],
  ] as const;
  const lines = descriptionLines(plain, { title: '', facts, text: [] }, 60);
  expect(joined(lines)).toContain(PATH);
  expect(lines.every((line) => width(line) === 60)).toBe(true);
  expect(lines.at(-1)).toMatch(/^mode {2}0644 *$/);
});

test('short facts are shown side by side, and longer ones below them', () => {
  const facts = Array.from({ length: 9 }, (_, at) => [`fact ${at}`, at === 3 ? PATH : String(at)] as const);
  const lines = descriptionLines(plain, { title: '', facts, text: [] }, 120);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^fact 0 {2}0 +fact 5 {2}5 *$/);
  expect(lines.at(-1)).toMatch(new RegExp(`^fact 3 {2}${PATH} *$`));
});

test('a fact that is too long for two columns is aligned with those above it', () => {
  const facts = ['status', 'device', 'role', 'class', 'serial'].map((name) => [name, 'x'] as const);
  const long = ['went down', 'twice '.repeat(10).trim()] as const;
  const lines = descriptionLines(plain, { title: '', facts: [...facts, long], text: [] }, 80);
  expect(lines[0]).toMatch(/^status {5}x/);
  expect(lines.at(-1)).toMatch(/^went down {2}twice/);
});
