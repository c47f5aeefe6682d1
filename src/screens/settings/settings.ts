import { naturalOrder } from '../../lib/natural.ts';
import { answered, type Answered, answersOf, knownAnswers } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import type { Shown } from '../../store/cockpit.ts';
import { showDescription } from '../../store/session/view.ts';
import { savePlan } from '../action/save.ts';
import { textColumn, type ColumnSpec } from '../list/columns.ts';
import { type ListAction, listScreen, rowPlanAction } from '../list/screen.ts';
import { openScreen, type Screen } from '../screen.ts';
import { changePlan, resetPlan } from './changes.ts';
import { describeSetting } from './describeSetting.ts';
import { type AnySetting, isChanged, isSecret, masked, settingText } from './value.ts';

const GROUP = 'Configuration';
/** A setting that can be made, and whether it is. */
type OptionRow = AnySetting & Answered & { readonly isSet: boolean };

const nameColumn = <Row extends AnySetting>(): ColumnSpec<Row> =>
  textColumn(
    { id: 'name', title: 'SETTING', flex: 3, min: 32, max: 48, priority: 0, name: true },
    (row) => row.name,
  );

/** The value columns; a changed value has a sign in addition to its colour. */
function valueColumns<Row extends AnySetting>(defaultPriority: number): readonly ColumnSpec<Row>[] {
  return [
    textColumn({ id: 'changed', title: '', width: 1, priority: 2 }, (row, { look }) =>
      isChanged(row) ? look.glyphs.bullet : '',
    ),
    textColumn(
      { id: 'value', title: 'VALUE', flex: 2, min: 14, max: 30, priority: 0 },
      (row) => settingText(masked(row).value, row.unit),
      (row) => (isChanged(row) ? 'strong' : undefined),
    ),
    textColumn(
      { id: 'default', title: 'DEFAULT', flex: 1, min: 14, max: 20, priority: defaultPriority },
      (row) => (row.default === undefined ? undefined : settingText(masked(row).default, row.unit)),
    ),
  ];
}

const meaningColumn = <Row extends AnySetting>(): ColumnSpec<Row> =>
  textColumn({ id: 'meaning', title: 'MEANING', flex: 4, min: 24, priority: 3 }, ({ description }) =>
    (description ?? '').replaceAll('\n', ' '),
  );

const revealBinding = (cockpit: Shown, row: AnySetting | undefined) => ({
  keys: ['v'],
  label: 'reveal',
  help: 'Show the value of a setting that is a secret',
  disabled: () =>
    row === undefined || !isSecret(row) ? 'the value under the cursor is no secret' : undefined,
  run: () => showDescription(cockpit.view, () => describeSetting(row!, true)),
});

const changeAction = (fixedName: boolean): ListAction<AnySetting> =>
  rowPlanAction(
    'changeSetting',
    { id: 'change', keys: ['e'], label: 'change', help: 'Change the setting' },
    (row, _scope, cockpit) => changePlan(cockpit, row, { fixedName }),
  );

const resetAction = <Row extends AnySetting>(isSet: (row: Row) => boolean): ListAction<Row> =>
  rowPlanAction(
    'resetSetting',
    {
      id: 'reset',
      keys: ['D'],
      label: 'reset',
      help: 'Return the setting to its default',
      refused: (row) => (isSet(row) ? undefined : `${row.name} is not set: it has its default value`),
    },
    (row, _scope, cockpit) => resetPlan(cockpit, row),
  );

/** Saves a configuration file; the full one includes keys. */
const downloadAction = (
  operation: 'downloadClientConfig' | 'downloadFullConfig',
  key: string,
  label: string,
  name: string,
): ListAction<object> => ({
  operation,
  make: (cockpit) => ({
    id: operation,
    keys: [key],
    label,
    help: `Save the configuration file ${operation === 'downloadFullConfig' ? 'with all settings and keys' : 'for clients'}`,
    tier: 'read',
    plan: () => savePlan(cockpit, { operation, title: `Save the ${label}`, target: name }, { name }),
  }),
});

const settings: Screen = listScreen<AnySetting>()({
  id: 'settings',
  names: ['config', 'settings'],
  group: GROUP,
  title: 'Changed settings',
  help: 'The settings that were changed; Enter explains one, n searches all settings',
  reads: () => ({ settings: resource('listSettings') }),
  rows: ({ settings: all }) => ({
    rows: all.toSorted((a, b) => naturalOrder(a.name ?? '', b.name ?? '')),
  }),
  rowId: ({ name = '' }) => name,
  answers: ({ ...setting }) => [answered('listSettings', setting)],
  columns: [nameColumn(), ...valueColumns<AnySetting>(1), meaningColumn()],
  empty: 'All settings have their defaults. Press n to search all settings.',
  describe: (_cockpit, row) => describeSetting(row),
  bindings: (cockpit, _scope, row) => [
    {
      keys: ['n'],
      label: 'all options',
      help: 'Search all settings',
      footer: 4,
      run: () => openScreen(cockpit, 'options'),
    },
    revealBinding(cockpit, row),
  ],
  actions: [
    changeAction(true),
    resetAction(() => true),
    downloadAction('downloadClientConfig', 'w', 'client file', 'ceph.conf'),
    downloadAction('downloadFullConfig', 'W', 'full file', 'ceph-full.conf'),
  ],
});

const options: Screen = listScreen<OptionRow>()({
  id: 'options',
  names: ['options', 'option'],
  group: GROUP,
  title: 'All settings',
  help: 'Every setting that exists, with its documentation, default, type and level; / searches',
  reads: () => ({ available: resource('getAvailableSettings'), made: resource('listSettings') }),
  rows({ available, made }) {
    const changed = new Map(made.map((setting) => [setting.name, setting]));
    const rows = Object.entries(available).map(([name, option]): OptionRow => {
      const own = changed.get(name);
      return {
        ...option,
        name,
        value: own?.value ?? option.value ?? option.default ?? {},
        isSet: own !== undefined,
        answers: knownAnswers([answered('getAvailableSettings', option), answered('listSettings', own)]),
      };
    });
    return { rows: rows.toSorted((a, b) => naturalOrder(a.name!, b.name!)) };
  },
  rowId: ({ name = '' }) => name,
  answers: answersOf,
  columns: [
    nameColumn(),
    // Most options have their default, so the value column is enough on a narrow screen.
    ...valueColumns<OptionRow>(4),
    textColumn({ id: 'type', title: 'TYPE', width: 6, priority: 4 }, ({ value }) =>
      value?.type?.toLowerCase(),
    ),
    textColumn({ id: 'level', title: 'LEVEL', width: 8, priority: 5 }, ({ level }) => level?.toLowerCase()),
    meaningColumn(),
  ],
  empty: 'The service reports no settings.',
  describe: (_cockpit, row) => describeSetting(row),
  bindings: (cockpit, _scope, row) => [revealBinding(cockpit, row)],
  links: () => [{ label: 'changed settings', screen: 'settings', scope: {} }],
  actions: [changeAction(false), resetAction(({ isSet }) => isSet)],
});

export const settingScreens: readonly Screen[] = [settings, options];
