import type { Binding } from '../../keys/binding.ts';
import { bytes, dateTime } from '../../lib/format.ts';
import { answersOf } from '../../store/answers/rowAnswers.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { PAGE, updateScreen } from '../../store/session/screenView.ts';
import { freshList, popOverlay } from '../../store/session/view.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { noRow } from '../list/underCursor.ts';
import type { Screen } from '../screen.ts';
import { transfersBinding } from '../transfers.ts';
import { GROUP } from './group.ts';
import { metadataPlan, objectActions } from './objectActions.ts';
import { type ObjectRow, parentPrefix, locationOf, objectData } from './objectList.ts';

const idOf = ({ isPrefix, key = '' }: ObjectRow) => `${isPrefix ? 'p' : 'o'}:${key}`;

/** Shows another prefix of the bucket, with the cursor on a row. */
function showPrefix(cockpit: Shown, prefix: string, cursor?: string): void {
  updateScreen(cockpit.view, (screen) => {
    const { prefix: _, view: __, ...scope } = screen.scope;
    return {
      ...screen,
      scope: prefix === '' ? scope : { ...scope, prefix },
      list: { ...freshList, cursor },
      limit: PAGE,
    };
  });
}

/** Switches between one level of keys and all keys below the prefix. */
function toggleFlat(cockpit: Shown): void {
  updateScreen(cockpit.view, (screen) => {
    const { view, ...scope } = screen.scope;
    return {
      ...screen,
      scope: view === undefined ? { ...scope, view: 'everything below' } : scope,
      list: freshList,
      limit: PAGE,
    };
  });
}

const bindings = (cockpit: Cockpit, scope: Scope, row: ObjectRow | undefined): readonly Binding[] => {
  const { prefix } = locationOf(scope);
  return [
    {
      keys: ['enter', 'right', 'l'],
      label: 'open',
      help: 'Go into the prefix, or show the metadata of the object',
      footer: 4,
      disabled: () => noRow(row),
      run: () => {
        if (row === undefined) return;
        if (row.isPrefix) showPrefix(cockpit, row.key ?? '');
        else cockpit.propose(metadataPlan(cockpit, row, scope));
      },
    },
    {
      keys: ['h', 'left', 'backspace'],
      label: 'up',
      help: 'Go to the prefix above; from the top, back',
      footer: 3,
      run: () => {
        const parent = parentPrefix(prefix);
        if (parent === undefined) popOverlay(cockpit.view);
        else showPrefix(cockpit, parent, `p:${prefix}`);
      },
    },
    {
      keys: ['F'],
      label: 'flat',
      help: 'Show every key below, or one level with its prefixes',
      run: () => toggleFlat(cockpit),
    },
    transfersBinding(cockpit),
  ];
};

/** The time when an object was written; the service's own text if that is not a date. */
function writtenText(cockpit: Shown, { lastModified }: ObjectRow): string | undefined {
  const ms = Date.parse(lastModified ?? '');
  return Number.isNaN(ms) ? lastModified : dateTime(ms, cockpit.view.getState().utc);
}

export const objects: Screen = listScreen<ObjectRow>()({
  id: objectData.id,
  names: ['objects', 'object'],
  needs: ['bucket'],
  optional: ['prefix'],
  group: GROUP,
  title: 'Objects',
  help: 'The objects of a bucket, with prefixes as folders: Enter goes in, h up',
  data: objectData,
  rowId: idOf,
  answers: answersOf,
  columns: [
    textColumn(
      { id: 'name', title: 'KEY', flex: 2, min: 28, max: 80, priority: 0, name: true },
      (row) => row.name,
      (row) => (row.isPrefix ? 'accent' : undefined),
    ),
    textColumn({ id: 'type', title: 'TYPE', width: 6, priority: 2 }, (row) =>
      row.isPrefix ? 'prefix' : 'object',
    ),
    numberColumn({ id: 'size', title: 'SIZE', width: 9, priority: 0 }, (row) => row.size, bytes),
    textColumn({ id: 'modified', title: 'MODIFIED', width: 20, priority: 1 }, (row, cockpit) =>
      row.isPrefix ? '' : writtenText(cockpit, row),
    ),
    textColumn({ id: 'class', title: 'CLASS', width: 9, priority: 4 }, (row) => row.storageClass ?? ''),
    textColumn({ id: 'owner', title: 'OWNER', width: 12, priority: 3 }, (row) => row.owner?.id ?? ''),
  ],
  page: { title: ({ isPrefix, key = '' }) => `${isPrefix ? 'Prefix' : 'Object'} ${key}` },
  empty: 'Nothing here. Press u to upload a file.',
  bindings,
  links: (_row, { bucket = '' }) => [
    { label: `who may use ${bucket}`, screen: 's3-grants', scope: { bucket } },
    { label: `CORS rules of ${bucket}`, screen: 's3-cors', scope: { bucket } },
    { label: 'all buckets', screen: 's3-buckets', scope: {} },
  ],
  actions: objectActions,
});
