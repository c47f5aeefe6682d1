import type { Binding } from '../../keys/binding.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';
import { commandLine } from '../commandLine/commands.ts';
import { goTo } from '../commandLine/goTo.ts';

/** The key that opens the list of everything to go to. */
export const goToBinding = (cockpit: Cockpit): Binding => ({
  keys: ['ctrl-p'],
  label: 'go to',
  help: 'Go to anything: an OSD, host, pool, check, task, row, screen, command or action on the selected row; type to search',
  footer: 14,
  run: () => void goTo(cockpit, commandLine, ''),
});

/** The keys for "go to" and for the history of views. */
export function goBindings(cockpit: Cockpit): Binding[] {
  const step = (keys: readonly string[], label: string, help: string, go: () => boolean): Binding => ({
    keys,
    label,
    help,
    run: () => {
      if (!go()) say(cockpit.view, 'info', `${label}: there is none.`);
    },
  });
  const { history } = cockpit;
  return [
    goToBinding(cockpit),
    step(['-'], 'last view', 'The previous view, and back', history.last),
    step(['['], 'view before', 'Back through the views visited', history.back),
    step([']'], 'view after', 'Forward again through the views', history.forward),
  ];
}
