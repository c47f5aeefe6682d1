import { activeView } from '../../screens/activeView.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import type { PickItem } from '../../store/session/viewState.ts';
import { disabledReason, startAction } from './actionBinding.ts';
import { customActions } from './custom.ts';

/** The actions on the selected row, the operator's own included, for menus and searchable lists. */
export const actionItems = (cockpit: Cockpit): PickItem[] =>
  [...activeView(cockpit).actions(cockpit), ...customActions(cockpit)].map((action) => {
    const disabled = disabledReason(cockpit, action);
    return {
      group: 'Action',
      label: action.help,
      hint: `${action.keys.join(' ')}  ${action.tier}`,
      keys: action.keys,
      ...(disabled === undefined ? {} : { disabled }),
      run: () => startAction(cockpit, action),
    };
  });
