import type { Flag } from '../../api/contract/maintenance.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import type { Known } from '../../store/cockpit.ts';
import { flagEffect } from '../../store/facts/flags.ts';
import { textColumn } from '../list/columns.ts';
import { type ListAction, listScreen } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { since } from '../since.ts';
import { flagPlan, flagTier, isFlagName } from './actions.ts';
import { differs, upkeep } from './upkeep.ts';
import { upkeepActions, upkeepBindings } from './upkeepActions.ts';

const word = (on: boolean | undefined) => (on === undefined ? '--' : on ? 'on' : 'off');
const setSince = ({ facts }: Known, { name = '', currentState }: Flag) =>
  currentState === true ? facts.flagSetSince(name) : undefined;

function setAction(set: boolean): ListAction<Flag> {
  const verb = set ? 'set' : 'unset';
  return {
    operation: set ? 'setFlag' : 'unsetFlag',
    make: (cockpit, _scope, flag) => {
      const name = flag?.name ?? '';
      const facts = {
        id: verb,
        keys: [set ? 's' : 'u'],
        label: verb,
        help: `${set ? 'Set' : 'Unset'} the flag under the cursor`,
        tier: flagTier(cockpit, name, set),
      };
      if (!isFlagName(name))
        return { ...facts, refused: 'there is no flag that can be set under the cursor' };
      const isSo = (flag?.currentState ?? false) === set;
      return {
        ...facts,
        refused: isSo ? `${name} is ${word(set)} already` : undefined,
        plan: () => flagPlan(cockpit, name, set),
      };
    },
  };
}

const list = listScreen<Flag>()({
  id: upkeep.id,
  names: ['maintenance', 'upkeep'],
  group: 'Maintenance',
  title: 'Maintenance',
  help: 'Cluster flags with their recommended state, recovery speed, scrubs, backups, reboots, upgrades',
  data: upkeep,
  rowId: ({ name = '' }) => name,
  answers: answeredAs('listFlags'),
  live: true,
  level: (row) => (differs(row) ? 'warn' : 'ok'),
  columns: [
    textColumn({ id: 'flag', title: 'FLAG', width: 13, priority: 0, name: true }, ({ name }) => name),
    textColumn(
      { id: 'state', title: 'STATE', width: 5, priority: 0 },
      ({ currentState }) => word(currentState),
      ({ currentState }) => (currentState === true ? 'strong' : 'dim'),
    ),
    {
      id: 'for',
      title: 'FOR',
      words: 'set for',
      width: 7,
      priority: 1,
      ifAny: true,
      cell: (flag, cockpit) => {
        const set = setSince(cockpit, flag);
        return { text: set ? since(cockpit, set.at, set.exact) : '' };
      },
      value: (flag, cockpit) => setSince(cockpit, flag)?.at,
    },
    textColumn(
      { id: 'recommended', title: 'RECOMMENDED', width: 13, priority: 0 },
      (flag, { look }) =>
        `${word(flag.recommendedState)}${differs(flag) ? ` ${look.glyphs.warn} differs` : ''}`,
      (flag) => (differs(flag) ? 'warn' : undefined),
    ),
    textColumn(
      { id: 'effect', title: 'WHILE IT IS SET', flex: 1, min: 20, priority: 0 },
      ({ name = '', description }) => flagEffect(name) ?? description,
    ),
  ],
  page: { noun: 'Flag' },
  empty: 'The service reports no flags.',
  links: () => [
    { label: 'configuration backups', screen: 'backups', scope: {} },
    { label: 'settings of the cluster', screen: 'settings', scope: {} },
  ],
  bindings: upkeepBindings,
  actions: [setAction(true), setAction(false), ...upkeepActions],
});

/** The flags; the title also shows the recovery speed and a possible upgrade. */
export const flags: Screen = {
  ...list,
  status(cockpit, screen) {
    const data = upkeep.of(cockpit, screen);
    const parts = [
      list.status?.(cockpit, screen) ?? '',
      data?.speed === undefined ? '' : `recovery speed ${data.speed > 0 ? data.speed : 'by default'}`,
      data?.upgrade === true ? 'upgrade to mimic possible' : '',
    ];
    return parts.filter(Boolean).join(', ');
  },
};
