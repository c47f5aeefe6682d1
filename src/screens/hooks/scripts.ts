import type { Hook, Script } from '../../api/contract/hooks.ts';
import { plural } from '../../lib/words.ts';
import { answered, type Answered, answersOf } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import type { Acts, Shown } from '../../store/cockpit.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { serversOf } from '../fields/servers.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { afterForm, type ListAction, listScreen, rowAction } from '../list/screen.ts';
import { linePage, type NumberedLine } from '../page.ts';
import type { Screen } from '../screen.ts';
import { editScript, newScript } from './editScript.ts';
import { eventField, withTargets, targetField } from './hookFields.ts';

const GROUP = 'Automation';

/** A script with the hooks that use it. */
type ScriptRow = Script & Answered & { readonly hooks: readonly Hook[] };

const nameOf = ({ id, name }: Script) => name ?? `script ${id}`;
const titleOf = ({ id, name }: Script) => `script ${name ?? id}`;
const of = ({ id }: Script) => ({ params: { id } });
const uses = ({ hooks }: ScriptRow) => hooks.map(({ event = '--' }) => event).join(', ');

/** The action that opens a script in the editor; `which` returns its id. */
const editAction = <Row>(
  which: (row: Row | undefined, scope: Scope) => number | undefined,
): ListAction<Row> => ({
  operation: 'updateScript',
  make: (cockpit, scope, row) => {
    const id = which(row, scope);
    return {
      id: 'edit',
      keys: ['e'],
      label: 'edit',
      help: 'Edit the script in $VISUAL, $EDITOR or a usual editor',
      tier: 'disruptive',
      refused: id === undefined ? 'there is no script under the cursor' : undefined,
      edit: () => void editScript(cockpit, id ?? -1),
    };
  },
});

const createAction: ListAction<object> = {
  operation: 'createScript',
  make: (cockpit: Shown & Acts) => ({
    id: 'create',
    keys: ['n'],
    label: 'new',
    help: 'Write a new script in $VISUAL, $EDITOR or a usual editor',
    tier: 'reversible',
    edit: () => void newScript(cockpit),
  }),
};

export const scriptList: Screen = listScreen<ScriptRow>()({
  id: 'scripts',
  names: ['scripts'],
  group: GROUP,
  title: 'Scripts',
  help: 'Scripts that hooks run on events, and which hooks use each; Enter shows one',
  reads: () => ({ scripts: resource('listScripts'), hooks: resource('listHooks') }),
  rows: ({ scripts, hooks }) => ({
    rows: scripts.map((script): ScriptRow => ({
      ...script,
      answers: [answered('listScripts', script)],
      hooks: hooks.filter(({ scriptId }) => scriptId === script.id),
    })),
  }),
  rowId: ({ id, name = '' }) => String(id ?? name),
  answers: answersOf,
  columns: [
    numberColumn({ id: 'id', title: 'ID', width: 4, priority: 2 }),
    textColumn({ id: 'name', title: 'SCRIPT', flex: 1, min: 16, max: 40, priority: 0, name: true }),
    numberColumn({ id: 'hooks', title: 'HOOKS', width: 5, priority: 1 }, ({ hooks }) => hooks.length),
    textColumn({ id: 'events', title: 'RUNS AT', flex: 2, min: 20, priority: 1 }, uses),
  ],
  page: { noun: 'Script' },
  empty: 'No scripts. Press n to write one in your editor.',
  open: ({ id }) => ({ screen: 'script', scope: { script: String(id) } }),
  links: () => [{ label: 'hooks', screen: 'hooks', scope: {} }],
  actions: [
    createAction,
    editAction<ScriptRow>((row) => row?.id),
    rowAction(
      'updateScript',
      { id: 'rename', keys: ['r'], label: 'rename', help: 'Rename the script', restores: afterForm },
      (row) => ({
        title: `Rename ${titleOf(row)}`,
        target: nameOf(row),
        input: of(row),
        ask: ['body.name'],
        fields: { 'body.name': { label: 'new name', initial: row.name ?? '', required: true } },
        effect: 'Only the name changes; hooks that use it stay.',
        undo: `rename it to ${nameOf(row)}`,
      }),
    ),
    rowAction(
      'createHook',
      { id: 'install', keys: ['i'], label: 'install', help: 'Run the script on an event' },
      (row, _scope, cockpit) => ({
        title: `Run ${nameOf(row)} on an event`,
        target: nameOf(row),
        input: { body: { scriptId: row.id } },
        ask: ['body.event', 'body.serverIds'],
        fields: {
          'body.event': eventField,
          'body.serverIds': targetField(serversOf(cockpit)),
        },
        finish: withTargets,
        effect: 'The script runs whenever the event happens, with the rights of the service.',
        undo: 'delete the hook',
      }),
    ),
    rowAction(
      'deleteScript',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the script' },
      (row) => ({
        title: `Delete ${titleOf(row)}`,
        target: nameOf(row),
        input: of(row),
        undo: 'none: write it again',
        checks: () => [
          row.hooks.length > 0
            ? {
                level: 'block',
                text: `${plural(row.hooks.length, 'hook')} run it (${uses(row)}): delete them first`,
              }
            : { level: 'ok', text: 'no hook runs it' },
        ],
      }),
    ),
  ],
});

export const scriptText: Screen = listScreen<NumberedLine>()({
  id: 'script',
  names: ['script'],
  needs: ['script'],
  group: GROUP,
  title: 'Script',
  help: 'The text of a script',
  reads: ({ scope: { script = '' } }) => ({
    text: resource('getScript', { params: { id: Number(script) } }),
  }),
  rows: ({ text }) => ({
    rows: text
      .replace(/\n$/, '')
      .split('\n')
      .map((line, index): NumberedLine => ({ number: index + 1, text: line })),
    answers: [answered('getScript', text)],
  }),
  rowId: ({ number }) => String(number),
  answers: 'whole',
  columns: [
    numberColumn({ id: 'number', title: '', width: 5, priority: 1 }),
    textColumn({ id: 'text', title: 'TEXT', flex: 1, min: 20, priority: 0, name: true }),
  ],
  page: linePage((cockpit, { script = '' }) => {
    const known = cockpit.cache.slot(resource('listScripts')).data ?? [];
    return nameOf(known.find(({ id }) => String(id) === script) ?? { id: Number(script) });
  }),
  isText: true,
  empty: 'The script is empty.',
  links: () => [{ label: 'hooks', screen: 'hooks', scope: {} }],
  actions: [editAction<NumberedLine>((_row, { script = '' }) => Number(script))],
});
