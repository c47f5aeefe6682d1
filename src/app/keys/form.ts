import type { Binding } from '../../keys/binding.ts';
import { hasLines, type LineEdit, oneLine } from '../../lib/lineEdit.ts';
import { completed, foundChoices } from '../../store/action/choices.ts';
import { GUARD_MS } from '../../store/action/flow.ts';
import { choosing, edited, fieldOf, lineOf, textsOf, toField } from '../../store/action/form.ts';
import type { Flow } from '../../store/action/plan.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';
import { proceed, topFlow } from '../actions/perform.ts';

const GLUED = 'Enter came together with text, as in a paste: press it once more.';

/** Control keys that a slow link may deliver in one chunk with text, and their effect on the form. */
const KEYS_IN_TEXT: Readonly<Record<string, (flow: Flow) => Flow>> = {
  '\t': completedOrNext,
  '\u0015': (flow) => edited(flow, { kind: 'erase' }),
  '\u0017': (flow) => edited(flow, { kind: 'erase-word' }),
};

/** The text that replaces a line break: a field with several values separates them by commas. */
const separatorOf = (flow: Flow) => (fieldOf(flow)?.many ? ', ' : ' ');

/** The flow after a chunk of input, whose text and control keys are applied in order. */
const afterKeys = (flow: Flow, text: string): Flow =>
  text.split(/([\t\u0015\u0017])/).reduce((now, part) => {
    const key = KEYS_IN_TEXT[part];
    return key ? key(now) : edited(now, { kind: 'insert', text: oneLine(part, separatorOf(now)) });
  }, flow);

/**
 * Inserts a chunk of typed or pasted text into the current field of the dialog on top. A field is one line: line breaks in
 * a paste submit nothing and are replaced by the field's separator.
 */
export function typeText(cockpit: Cockpit, text: string, by: 'keys' | 'paste'): void {
  const flow = topFlow(cockpit);
  if (!flow || cockpit.clock.elapsed() - flow.openedAt < GUARD_MS) return;
  const separator = separatorOf(flow);
  proceed(
    cockpit,
    by === 'keys' ? afterKeys(flow, text) : edited(flow, { kind: 'insert', text: oneLine(text, separator) }),
  );
  if (hasLines(text)) {
    const became = separator === ' ' ? 'blanks' : 'commas';
    say(cockpit.view, 'info', `The field is one line: line breaks became ${became}.`);
  } else if (by === 'keys' && /[\r\n]/.test(text)) say(cockpit.view, 'info', GLUED);
}

/** The keys that move the cursor and erase in the dialog's text input. */
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

/**
 * The flow after Tab: takes the picked choice, or completes what is typed as far as it is unambiguous, and goes to the next
 * field. It stays while the text is not complete: several choices begin with it, it is a directory or a list of values.
 */
function completedOrNext(flow: Flow): Flow {
  const field = fieldOf(flow);
  const { text, selected } = lineOf(flow);
  const isPicked = flow.phase.step === 'form' && flow.phase.pick !== undefined;
  const longer = field && !selected && !isPicked ? completed(field, textsOf(flow), text) : undefined;
  if (field === undefined || longer === undefined) return toField(flow, 1);
  const longerFlow = edited(edited(flow, { kind: 'erase' }), { kind: 'insert', text: longer });
  const goesOn = longer.endsWith('/') || field.many || foundChoices(field, textsOf(flow), longer).length > 1;
  return goesOn ? longerFlow : toField(longerFlow, 1);
}

/** The keys that move between the fields of a form, and through the choices of a field. */
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
            help: hasChoices
              ? 'Take the marked value or complete the text, then go to the next field'
              : 'To the next field',
            footer: 1,
            run: () => proceed(cockpit, completedOrNext(flow)),
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
            help: 'The previous value',
            run: () => proceed(cockpit, choosing(flow, -1)),
          },
        ]
      : []),
  ];
}
