import { expect, test } from 'vitest';
import type { Look, Role } from '../../src/lib/look.ts';
import { chartLines } from '../../src/widgets/chart.ts';
import { dialogLayout } from '../../src/widgets/dialog.ts';
import { helpLines } from '../../src/widgets/helpLines.ts';
import { jsonLines } from '../../src/widgets/jsonLines.ts';
import { keyHints } from '../../src/widgets/keyHints.ts';
import { paneTitle } from '../../src/widgets/paneTitle.ts';
import { pickerLines } from '../../src/widgets/pickerLines.ts';
import { promptLine } from '../../src/widgets/promptLine.ts';
import { treePrefix } from '../../src/widgets/tree.ts';
import { chart } from './charts.ts';
import { plain } from './looks.ts';

const roles: Role[] = [];

/** A look that marks each painted text with a sequence of its own for each role, which takes no column. */
const marking: Look = {
  ...plain,
  paint(role, text) {
    if (text === '') return '';
    if (!roles.includes(role)) roles.push(role);
    return `\x1b[${30 + roles.indexOf(role)}m${text}\x1b[0m`;
  },
};

const ROOM = { columns: 60, rows: 10 };

/** The text with the role before each painted part. */
const shown = (text: string): string =>
  text
    .replaceAll(/\x1b\[(\d+)m/g, (_, code: string) => (code === '0' ? '>' : `<${roles[Number(code) - 30]}:`))
    .trimEnd();

const item = { layer: 'Keys', keys: 'Enter', text: 'open' };
const PICKED = [
  { group: 'Pools', label: 'Create', hint: 'c', help: 'one' },
  { group: 'Pools', label: 'Delete', disabled: 'read-only' },
  { group: 'OSDs', label: 'Out' },
];
const DOCUMENT = { a: null, b: true, c: 'text', d: 1, e: [1, 2], f: undefined };

test.each<[string, readonly string[], readonly string[]]>([
  [
    'the help',
    helpLines(
      [
        item,
        { ...item, keys: 'd', text: 'describe', disabled: 'no row' },
        { ...item, lead: { role: 'ok', text: 'GET' } },
      ],
      { columns: 60, words: ['op'], selected: 2 },
      marking,
    ).map(({ text }) => text),
    [
      `<strong:${'Keys'.padEnd(60)}>`,
      ' <key:Enter>  <match:op><text:en>',
      ' <key:d>      <dim:describe> <dim:(no row)>',
      '<accent:▌><selected:Enter>  <ok:GET> <match:op><text:en>',
    ],
  ],
  [
    'a searchable list',
    pickerLines(PICKED, { columns: 40, words: ['ea'], selected: 2, grouped: true }, marking).map(
      ({ text }) => text,
    ),
    [
      `<strong:${'Pools'.padEnd(40)}>`,
      ' <text:Cr><match:ea><text:te>  <dim:c  one>',
      ' <dim:Delete>  <dim:read-only>',
      `<strong:${'OSDs'.padEnd(40)}>`,
      '<accent:▌><selected:Out>',
    ],
  ],
  [
    'a JSON document',
    jsonLines(DOCUMENT, (path) => path === '/e', marking).map(({ text }) => text),
    [
      '{',
      '  <key:"a">: <dim:null>,',
      '  <key:"b">: <warn:true>,',
      '  <key:"c">: <ok:"text">,',
      '  <key:"d">: <info:1>,',
      '  <key:"e">: [<dim:… 2 items >],',
      '  <key:"f">: <info:undefined>',
      '}',
    ],
  ],
  [
    'the key hints',
    [
      keyHints(
        [
          { key: 'x', label: 'erase', off: true },
          { key: '?', label: 'help' },
        ],
        160,
        marking,
      ),
    ],
    ['<dim:x erase>  <key:?> help'],
  ],
  [
    'the title of a pane',
    [
      paneTitle({ title: 'Health', hotkey: '1', detail: '2 checks', status: ['3s'] }, 40, marking),
      paneTitle({ title: 'Health', hotkey: '1', focused: true, status: ['', '3s'] }, 40, marking),
    ],
    [
      '<rule:─> <key:1 >Health  2 checks <rule:──────────────> 3s <rule:─>',
      '<accent:▶> <key:1 ><title:Health> <accent:────────────────────────> 3s <accent:─>',
    ],
  ],
  [
    'a dialog',
    [
      ...dialogLayout({ title: 'Delete', body: ['x'], role: 'danger' }, ROOM, marking).lines,
      ...dialogLayout({ title: 'Pick', body: ['x'] }, ROOM, marking).lines,
    ],
    [
      '<danger:┌─> <title:Delete> <danger:─────────────────────────────┐>',
      `<danger:│> ${'x'.padEnd(36)} <danger:│>`,
      '<danger:└─><danger:─────────────────────────────────────┘>',
      '<accent:┌─> <title:Pick> <accent:───────────────────────────────┐>',
      `<accent:│> ${'x'.padEnd(36)} <accent:│>`,
      '<accent:└─><accent:─────────────────────────────────────┘>',
    ],
  ],
  [
    'a tree',
    [
      treePrefix({ guides: [true, true, false], last: true, expandable: false, expanded: false }, marking),
      treePrefix({ guides: [], last: true, expandable: true, expanded: false }, marking),
      treePrefix({ guides: [true], last: false, expandable: true, expanded: true }, marking),
    ],
    ['<rule:│   └─><rule:·>', '<accent:▸>', '<rule:├─><accent:▾>'],
  ],
  ['a prompt', [promptLine({ text: 'abc', cursor: 1 }, 10, marking)], ['a<selected:b>c']],
  [
    'a chart',
    chartLines(chart({ selected: true, cursor: 20 }), { width: 40, height: 7 }, marking),
    [
      '<accent:▶> <title:load>',
      '  <series1:•> read <strong:50 op/s>',
      '<dim: 100 op/s><rule:│><text:               ><selected: ><text:    ><series1:⢀⣀⣀⣠⣤⣤⣶⣶⣶⣿>',
      '<dim:         ><rule:│><text:          ><series1:⣀⣀⣠⣤⣤><selected:⣶><series1:⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿>',
      '<dim:   0 op/s><rule:│><series1:⣀⣠⣤⣤⣴⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿><selected:⣿><series1:⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿>',
      '         <rule:└┬──────────────↑──────┬───────>',
      '<dim:          00:00:00              00:00:30>',
    ],
  ],
])('each part of %s is painted in its role', (_, lines, expected) => {
  expect(lines.map(shown)).toEqual(expected);
});
