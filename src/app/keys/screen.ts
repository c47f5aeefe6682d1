import type { Layer } from '../../keys/binding.ts';
import type { ActiveView } from '../../screens/activeView.ts';
import { leaveScreen } from '../../screens/leaving.ts';
import { screenList } from '../../screens/list/handle.ts';
import type { Acts, Cockpit, Shown } from '../../store/cockpit.ts';
import { actionBinding } from '../actions/actionBinding.ts';
import { filterOf, setFilter } from '../frame/filter.ts';
import { previewBinding } from '../overlays/preview.ts';
import { findBindings } from './find.ts';

/** Handles Esc: clears the filter or "problems only" first, unless the link that led here set it, then leaves the screen. */
function back(cockpit: Shown & Acts): void {
  if (screenList.get(cockpit).visit) leaveScreen(cockpit);
  else if (filterOf(cockpit) !== '') setFilter(cockpit, '');
  else if (screenList.get(cockpit).problemsOnly) screenList.change(cockpit, { problemsOnly: false });
  else leaveScreen(cockpit);
}

/** The key layers of a screen. */
export function screenLayers(cockpit: Cockpit, shown: ActiveView): Layer[] {
  const own = shown.bindings(cockpit);
  const describe = own.find(({ keys }) => keys.includes('d'));
  const opens = own.some(({ keys }) => keys.includes('enter'));
  return [
    {
      title: shown.title,
      bindings: [...own, ...shown.actions(cockpit).map((action) => actionBinding(cockpit, action))],
    },
    {
      title: 'Screen',
      bindings: [
        ...(describe && !opens ? [{ ...describe, keys: ['enter'], footer: 7 }] : []),
        {
          keys: ['esc'],
          label: 'back',
          help: 'Clear the filter, then go back',
          footer: 2,
          run: () => back(cockpit),
        },
        previewBinding(cockpit),
        ...findBindings(cockpit, shown),
      ],
    },
  ];
}
