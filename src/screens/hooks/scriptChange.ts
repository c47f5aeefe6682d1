import type { Binding } from '../../keys/binding.ts';
import { bytes } from '../../lib/format.ts';
import { type DiffPart, lineDiff, withContext } from '../../lib/lineDiff.ts';
import type { Look } from '../../lib/look.ts';
import { cut, visible } from '../../lib/text.ts';
import { plural } from '../../lib/words.ts';
import type { Plan } from '../../store/action/plan.ts';
import { type Reads, resource } from '../../store/cache/resource.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { updateScreen } from '../../store/session/screenView.ts';
import { pushOverlay, say } from '../../store/session/view.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { type CallPlan, callPlan } from '../action/call.ts';
import { leaveScreen } from '../leaving.ts';
import { type Screen } from '../screen.ts';
import { type Draft, editDraft, type Review } from './editScript.ts';

/** Unchanged lines that are shown around each change, as `diff` does. */
const CONTEXT_LINES = 3;

const reviewOf = ({ state }: ScreenView): Review | undefined => state as Review | undefined;
const draftOf = (screen: ScreenView): Draft | undefined => reviewOf(screen)?.draft;
const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

const parts = new WeakMap<Draft, readonly DiffPart[]>();

/** The differences of a draft, computed once. */
function partsOf(draft: Draft): readonly DiffPart[] {
  const known = parts.get(draft);
  if (known) return known;
  const found = withContext(lineDiff(linesOf(draft.before), linesOf(draft.after)), CONTEXT_LINES);
  parts.set(draft, found);
  return found;
}

/** Splits a text to fit the width, so that a change at the end of a long line is visible. */
function pieces(text: string, columns: number): string[] {
  const found: string[] = [];
  let rest = text;
  do {
    // A character wider than the room is kept as a piece of its own.
    const piece = cut(rest, columns, '') || rest.slice(0, 1);
    found.push(piece);
    rest = rest.slice(piece.length);
  } while (rest !== '');
  return found;
}

function partLines(look: Look, part: DiffPart, columns: number): string[] {
  if (part.kind === 'skipped') return [look.paint('dim', `   ${plural(part.count, 'line')} unchanged`)];
  const [sign, role] =
    part.kind === 'same'
      ? [' ', undefined]
      : part.kind === 'added'
        ? ['+', 'ok' as const]
        : ['-', 'error' as const];
  return pieces(visible(part.text, look.unicode), Math.max(1, columns - 3)).map((piece, index) => {
    const line = ` ${index === 0 ? sign : ' '} ${piece}`;
    return role ? look.paint(role, line) : line;
  });
}

const diffLines = (look: Look, draft: Draft, columns: number): readonly string[] =>
  partsOf(draft).flatMap((part) => partLines(look, part, columns));

/** The service's current version, which somebody else may have changed. */
const currentOf = (cockpit: Known, screen: ScreenView): string | undefined => {
  const { data } = cockpit.screens.slot(screen);
  return typeof data === 'string' ? data : undefined;
};

/** Shortens the preview: the content was reviewed already, so the request shows only its size. */
const withShortPreview = (plan: CallPlan, draft: Draft): CallPlan => ({
  ...plan,
  execution: {
    ...plan.execution,
    preview(values) {
      const input = plan.execution.preview(values);
      const size = bytes(new TextEncoder().encode(draft.after).length);
      return { ...input, body: { ...(input.body as object), contents: `(${size})` } };
    },
  },
});

/** Removes the screen of a draft, even if something else covers it. */
const close = ({ view }: Shown, draft: Draft): void =>
  view.setState(({ overlays }) => ({
    overlays: overlays.filter((one) => one.kind !== 'screen' || draftOf(one) !== draft),
  }));

function savePlan(cockpit: Known & Shown, screen: ScreenView, draft: Draft): Plan {
  const current = currentOf(cockpit, screen);
  const isNew = draft.id === undefined;
  const plan = callPlan(cockpit, {
    operation: isNew ? 'createScript' : 'updateScript',
    title: isNew ? 'Save a new script' : `Save script ${draft.name}`,
    target: draft.name,
    input: { ...(isNew ? {} : { params: { id: draft.id } }), body: { contents: draft.after } },
    ask: isNew ? ['body.name'] : [],
    fields: { 'body.name': { label: 'name', initial: draft.name } },
    effect: isNew
      ? 'The script is kept by the service. It runs nowhere until it is installed at an event.'
      : 'Every hook that uses the script runs the new text from then on.',
    undo: isNew ? 'delete the script' : 'change it back',
    checks: () => [
      ...(draft.after.startsWith('#!')
        ? []
        : [
            {
              level: 'warn' as const,
              text: 'it does not begin with the program that runs it, such as #!/bin/sh',
            },
          ]),
      ...(!isNew && current !== undefined && current !== draft.before
        ? [{ level: 'warn' as const, text: 'somebody else has changed it: saving overwrites that' }]
        : []),
    ],
    show: () => {
      close(cockpit, draft);
      say(cockpit.view, 'ok', isNew ? 'The script was saved.' : `${draft.name} was saved.`);
      void cockpit.screens.refresh();
    },
  });
  return withShortPreview(plan, draft);
}

function scroll(cockpit: Shown, screen: ScreenView): Binding[] {
  const draft = draftOf(screen);
  const { columns } = cockpit.view.getState().size;
  const count = draft ? diffLines(cockpit.look, draft, columns).length : 0;
  const last = Math.max(0, count - screen.pageRows);
  const by = (steps: number) => () =>
    updateScreen(cockpit.view, (now) => {
      const review = reviewOf(now);
      return review
        ? { ...now, state: { ...review, top: Math.max(0, Math.min(last, review.top + steps)) } }
        : now;
    });
  const page = Math.max(1, screen.pageRows - 1);
  return [
    { keys: ['down', 'j'], label: 'down', help: 'Next line', run: by(1) },
    { keys: ['up', 'k'], label: 'up', help: 'Previous line', run: by(-1) },
    { keys: ['pagedown', 'space', 'ctrl-d'], label: 'page down', help: 'One page down', run: by(page) },
    { keys: ['pageup', 'ctrl-u'], label: 'page up', help: 'One page up', run: by(-page) },
    { keys: ['home', 'g'], label: 'top', help: 'To the top', run: by(-Infinity) },
    { keys: ['end', 'G'], label: 'bottom', help: 'To the bottom', run: by(Infinity) },
  ];
}

/** Asks what to do with an unsaved draft before leaving. */
function askToLeave(cockpit: Cockpit, screen: ScreenView, draft: Draft, leave: () => void): void {
  const items = () => [
    { label: 'Go on editing', run: () => void editDraft(cockpit, draft) },
    { label: 'Save the script', run: () => cockpit.propose(savePlan(cockpit, screen, draft)) },
    { label: 'Discard the change', run: leave },
  ];
  pushOverlay(cockpit.view, {
    kind: 'menu',
    title: `${draft.name} is not saved`,
    items,
    cursor: 0,
    asks: true,
  });
}

export const scriptChange: Screen = {
  id: 'script-change',
  names: [],
  needs: [],
  group: 'Automation',
  title: 'Script change',
  help: 'What was changed in the editor; s saves it, e goes on editing, Esc asks',
  operations: ['getScript', 'createScript', 'updateScript'],
  reads(screen): Reads {
    const id = draftOf(screen)?.id;
    return id === undefined ? {} : { text: resource('getScript', { params: { id } }) };
  },
  derive: ({ text = '' }) => text,
  unfiltered: 'a diff cannot be filtered',
  body({ look }, { box, onListRows }, screen) {
    onListRows?.(box.height);
    const review = reviewOf(screen);
    if (!review)
      return [look.paint('dim', ' No script was edited: press e on one of :scripts.')].slice(0, box.height);
    return diffLines(look, review.draft, box.width).slice(review.top, review.top + box.height);
  },
  status(_cockpit, screen) {
    const draft = draftOf(screen);
    if (!draft) return '';
    const of = (kind: DiffPart['kind']) => partsOf(draft).filter((part) => part.kind === kind).length;
    return `not saved: ${plural(of('added'), 'line')} added, ${of('removed')} removed`;
  },
  bindings: (cockpit, screen) => [
    ...scroll(cockpit, screen),
    {
      keys: ['esc', 'q'],
      label: 'leave',
      help: 'Leave: go on with the change, save it, or discard it',
      footer: 1,
      run: () => leaveScreen(cockpit),
    },
    {
      keys: ['e'],
      label: 'edit again',
      help: 'Go on editing',
      footer: 5,
      run: () => {
        const draft = draftOf(screen);
        if (draft) void editDraft(cockpit, draft);
      },
    },
  ],
  unsent(cockpit, screen) {
    const draft = draftOf(screen);
    return draft && ((leave) => askToLeave(cockpit, screen, draft, leave));
  },
  actions(cockpit, screen) {
    const draft = draftOf(screen);
    if (!draft) return [];
    return [
      {
        id: 'save',
        keys: ['s'],
        label: 'save',
        help: 'Save the script',
        tier: draft.id === undefined ? 'reversible' : 'disruptive',
        plan: () => savePlan(cockpit, screen, draft),
      },
    ];
  },
};
