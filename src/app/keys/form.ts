import type { Binding } from '../../keys/binding.ts';
import { hasLines, type LineEdit, oneLine } from '../../lib/lineEdit.ts';
import { completed } from '../../store/action/choices.ts';
import { GUARD_MS } from '../../store/action/flow.ts';
import { choosing, edited, fieldOf, lineOf, textsOf, toField } from '../../store/action/form.ts';
import type { Flow } from '../../store/action/plan.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';
import { proceed, topFlow } from '../actions/perform.ts';

const GLUED = 'Enter came in one piece with text, as a paste does: press it once more.';

/** Keys that a slow link delivers in one piece with text, and what they do to the form. */
const KEYS_IN_TEXT: Readonly<Record<string, (flow: Flow) => Flow>> = {
  '\t': (flow) => toField(flow, 1),
  '\u0015': (flow) => edited(flow, { kind: 'erase' }),
  '\u0017': (flow) => edited(flow, { kind: 'erase-word' }),
};

const jointOf = (flow: Flow) => (fieldOf(flow)?.many ? ', ' : ' ');

/** The flow after a piece of input, whose keys are taken in their order. */
const afterKeys = (flow: Flow, text: string): Flow =>
  text.split(/([\t\u0015\u0017])/).reduce((now, part) => {
    const key = KEYS_IN_TEXT[part];
    return key ? key(now) : edited(now, { kind: 'insert', text: oneLine(part, jointOf(now)) });
  }, flow);

/**
 * Text came in one piece, typed or pasted, for the line of the dialog on top. It is one line: what a paste has of line
 * breaks submits nothing, and separates values where the field takes several.
 */
export function typeText(cockpit: Cockpit, text: string, by: 'keys' | 'paste'): void {
  const flow = topFlow(cockpit);
  if (!flow || cockpit.clock.elapsed() - flow.openedAt < GUARD_MS) return;
  const joint = jointOf(flow);
  proceed(
    cockpit,
    by === 'keys' ? afterKeys(flow, text) : edited(flow, { kind: 'insert', text: oneLine(text, joint) }),
  );
  if (hasLines(text)) {
    const became = joint === ' ' ? 'blanks' : 'commas';
    say(cockpit.view, 'info', `The field is one line: line breaks became ${became}.`);
  } else if (by === 'keys' && /[\r\n]/.test(text)) say(cockpit.view, 'info', GLUED);
}

/** The keys that move in the line of the dialog and erase. */
export function lineBindings(cockpit: Cockpit, flow: Flow): Binding[] {
  const binding = (keys: readonly string[], label: string, kind: Exclude<LineEdit['kind'], 'insert'>) => ({
    keys,
    label,
    help: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
    run: () => proceed(cockpit, edited(flow, { kind })),
  });
  return [
    binding(['left'], 'one character left', 'left'),
    binding(['right'], 'one character right', 'right'),
    binding(['home', 'ctrl-a'], 'to the beginning', 'home'),
    binding(['end', 'ctrl-e'], 'to the end', 'end'),
    binding(['backspace'], 'erase', 'backspace'),
    binding(['delete'], 'erase what follows', 'delete'),
    binding(['ctrl-u'], 'erase all', 'erase'),
    binding(['ctrl-w'], 'erase word', 'erase-word'),
  ];
}

/** Tab: a path or a name is completed as far as there is but one way to go on; else the next field. */
function completeOrNext(cockpit: Cockpit, flow: Flow): void {
  const field = fieldOf(flow);
  const { text, selected } = lineOf(flow);
  const isPicked = flow.phase.step === 'form' && flow.phase.pick !== undefined;
  const longer = field && !selected && !isPicked ? completed(field, textsOf(flow), text) : undefined;
  if (longer === undefined) proceed(cockpit, toField(flow, 1));
  else proceed(cockpit, edited(edited(flow, { kind: 'erase' }), { kind: 'insert', text: longer }));
}

/** The keys that go through the fields of a form, and through the values that a field can have. */
export function fieldBindings(cockpit: Cockpit, flow: Flow): Binding[] {
  const field = fieldOf(flow);
  const hasChoices = field?.choices !== undefined;
  const several = flow.plan.fields.length > 1;
  const to = (by: 1 | -1) => () => proceed(cockpit, toField(flow, by));
  const next = several ? 'next field' : 'complete';
  return [
    ...(several || hasChoices
      ? [
          {
            keys: hasChoices ? ['tab'] : ['tab', 'down'],
            label: next,
            help: hasChoices ? 'Complete what is typed, or to the next field' : 'To the next field',
            footer: 1,
            run: () => completeOrNext(cockpit, flow),
          },
        ]
      : []),
    ...(several
      ? [
          {
            keys: hasChoices ? ['shift-tab'] : ['shift-tab', 'up'],
            label: 'previous field',
            help: 'To the previous field',
            footer: 3,
            run: to(-1),
          },
        ]
      : []),
    ...(hasChoices
      ? [
          {
            keys: ['down', 'ctrl-n'],
            label: 'choose',
            help: 'The next value of the list; Enter takes it',
            footer: 2,
            run: () => proceed(cockpit, choosing(flow, 1)),
          },
          {
            keys: ['up', 'ctrl-p'],
            label: 'choose back',
            help: 'The value before',
            run: () => proceed(cockpit, choosing(flow, -1)),
          },
        ]
      : []),
  ];
}
