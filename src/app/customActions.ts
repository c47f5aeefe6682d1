import { execFile } from 'node:child_process';
import { ApiError } from '../api/failure.ts';
import { type CustomAction, filledCommand } from '../lib/custom.ts';
import { visible } from '../lib/text.ts';
import { screenOf } from '../screens/areas/index.ts';
import type { Action } from '../store/action.ts';
import type { Cockpit } from '../store/cockpit.ts';
import type { Plan } from '../store/flow.ts';
import { topScreen } from '../store/screenView.ts';
import { pushOverlay } from '../store/view.ts';
import { PANE_NAMES } from './paneNames.ts';
import { tableInForce } from './takeOut.ts';

/** A program that runs longer than this hangs, in milliseconds. */
const LONGEST_MS = 120_000;
/** More output than this is cut, in bytes. */
const MOST_OUTPUT = 1024 * 1024;

interface Output {
  readonly code: number;
  readonly text: string;
}

/** Runs a program without a shell; what it printed is all that is known of it. Rejects with ApiError where it cannot be started. */
function run(argv: readonly string[]): Promise<Output> {
  const [program = '', ...args] = argv;
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  const limits = { timeout: LONGEST_MS, maxBuffer: MOST_OUTPUT };
  execFile(program, args, limits, (error, stdout, stderr) => {
    const { code } = (error ?? {}) as { code?: number | string };
    if (typeof code === 'string') {
      const message = code === 'ENOENT' ? `There is no program ${program}.` : `${program}: ${error?.message}`;
      reject(new ApiError({ kind: 'refused', message }));
    } else resolve({ code: error === null ? 0 : (code ?? -1), text: stdout + stderr });
  });
  return promise;
}

/** An argument as a person would type it for a shell. */
const quoted = (part: string): string =>
  /^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", String.raw`'\''`)}'`;

function showOutput(cockpit: Cockpit, title: string, { code, text }: Output): void {
  const lines = text.trimEnd().split('\n');
  const clean = (line: string) => visible(line.replaceAll('\t', '    '), cockpit.look.unicode);
  const description = {
    title: clean(title),
    facts: [['exit code', code === 0 ? '0' : `${code}`]] as const,
    text: text.trim() === '' ? ['It printed nothing.'] : lines.map(clean),
  };
  pushOverlay(cockpit.view, { kind: 'describe', of: () => description, actions: () => [], top: 0 });
}

function planOf(
  cockpit: Cockpit,
  { name, tier }: CustomAction,
  argv: readonly string[],
  about: string,
): Plan {
  return {
    title: about === '' ? name : `${name}: ${about}`,
    target: about === '' ? name : about,
    // Nothing is sent: it stands here because each plan has one.
    operation: 'getClusterStatus',
    tier,
    fields: [],
    input: () => ({}),
    runs: argv.map(quoted).join(' '),
    effect: 'Runs a program on this machine, as the configuration file says.',
    undo: 'not known: see the program',
    dangers: () => [],
    needs: [],
    refreshes: ['status', 'tasks'],
    carryOut: () => run(argv),
    show: (output) => showOutput(cockpit, name, output as Output),
    stillThere: () => true,
  };
}

/** Whether an action is offered on what is shown now. */
function isOffered(cockpit: Cockpit, { scope }: CustomAction): boolean {
  if (scope === 'everywhere') return true;
  const state = cockpit.view.getState();
  const screen = topScreen(state);
  if (!screen) return scope === state.focus || PANE_NAMES[state.focus].includes(scope);
  const { id, names } = screenOf(screen);
  return scope === id || names.includes(scope);
}

/** The operator's own actions on what the cursor is on. */
export function customActions(cockpit: Cockpit): Action[] {
  const offered = cockpit.custom.actions.filter((action) => isOffered(cockpit, action));
  if (offered.length === 0) return [];
  const row = tableInForce(cockpit)?.selected();
  const raw = row?.raw;
  const fields = typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>) : {};
  return offered.map((action) => {
    const filled = filledCommand(action.command, { ...fields, context: cockpit.context.name });
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
