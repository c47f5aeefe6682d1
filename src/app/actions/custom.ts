import { type CustomAction, filledCommand } from '../../lib/custom.ts';
import { commandLine } from '../../lib/shell.ts';
import { activeView } from '../../screens/activeView.ts';
import { screenOf } from '../../screens/screens.ts';
import type { Action } from '../../store/action/action.ts';
import type { Plan, ProgramEnd } from '../../store/action/plan.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { showDescription } from '../../store/session/view.ts';
import { runProgram } from '../terminal/program.ts';

function showOutput(cockpit: Shown, title: string, { code, text }: ProgramEnd): void {
  const lines = text.trimEnd().split('\n');
  const description = {
    title,
    facts: [['exit code', String(code)]] as const,
    text: text.trim() === '' ? ['It printed nothing.'] : lines.map((line) => line.replaceAll('\t', '    ')),
  };
  showDescription(cockpit.view, () => description);
}

function planOf(cockpit: Shown, { name, tier }: CustomAction, argv: readonly string[], about: string): Plan {
  return {
    title: about === '' ? name : `${name}: ${about}`,
    target: about === '' ? name : about,
    tier,
    fields: [],
    execution: {
      kind: 'program',
      line: commandLine(...argv),
      run: () => runProgram(argv, cockpit.clock),
      show: (end) => showOutput(cockpit, name, end),
    },
    effect: 'Runs a program on this machine, as the configuration file says.',
    undo: 'not known: see the program',
    checks: () => [],
    needs: [],
    refreshes: [resources.status, resources.tasks],
  };
}

/** True if an action's scope includes the current pane or screen. */
function isOffered(cockpit: Shown, { scope }: CustomAction): boolean {
  if (scope === 'everywhere') return true;
  const state = cockpit.view.getState();
  const screen = topScreen(state);
  if (!screen) return scope === state.focus || PANE_FACTS[state.focus].names.includes(scope);
  const { id, names } = screenOf(screen);
  return scope === id || names.includes(scope);
}

/** The operator's own actions for the current view, filled in with the selected row. */
export function customActions(cockpit: Cockpit): Action[] {
  const offered = cockpit.custom.actions.filter((action) => isOffered(cockpit, action));
  if (offered.length === 0) return [];
  const row = activeView(cockpit).table()?.selected();
  return offered.map((action) => {
    const filled = filledCommand(action.command, { ...row?.fields(), context: cockpit.context.name });
    const refused = 'problem' in filled ? filled.problem : undefined;
    return {
      id: action.name,
      keys: [action.key],
      label: action.name,
      help: `${action.name} (your own)`,
      tier: action.tier,
      refused,
      plan: () => planOf(cockpit, action, 'argv' in filled ? filled.argv : [], row?.id ?? ''),
    };
  });
}
