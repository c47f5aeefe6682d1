import { activeView } from '../../screens/activeView.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import type { MenuItem } from '../../store/session/viewState.ts';
import { listOf } from '../frame/filter.ts';

/** Opens the menu that shows and hides columns of the current table. */
export function chooseColumns(cockpit: Known & Shown): string | undefined {
  const choices = activeView(cockpit).table()?.choices ?? [];
  if (choices.length === 0) return 'What is shown has no columns to choose.';
  const handle = listOf(cockpit);
  const hidden = () => handle.get(cockpit).hidden ?? [];
  const toggle = (id: string) => {
    const others = hidden().filter((one) => one !== id);
    handle.change(cockpit, { hidden: others.length < hidden().length ? others : [...others, id] });
  };
  const items = (): MenuItem[] => [
    ...choices.map(({ id, title, name }): MenuItem => ({
      label: title || id,
      hint: hidden().includes(id) ? 'hidden' : 'shown',
      help: 'A column that is shown still gives way where the screen is too narrow',
      ...(name === true ? { disabled: 'the row is known by it' } : {}),
      run: () => toggle(id),
    })),
    { label: 'Show all', run: () => handle.change(cockpit, { hidden: [] }) },
  ];
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Columns', stays: true, items, cursor: 0 });
  return undefined;
}
