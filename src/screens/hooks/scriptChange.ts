import type { Binding } from '../../keys/binding.ts';
import { clampIndex, movementBindings } from '../../keys/movement.ts';
import { bytes } from '../../lib/format.ts';
import type { Role } from '../../lib/look.ts';
import { memoize, memoizeFor } from '../../lib/memoize.ts';
import { chop, visible } from '../../lib/text.ts';
import { orEmpty } from '../../lib/untyped.ts';
import { plural } from '../../lib/words.ts';
import type { Plan } from '../../store/action/plan.ts';
import { type Resource, resource } from '../../store/cache/resource.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import { updateScreen } from '../../store/session/screenView.ts';
import { pushOverlay, say } from '../../store/session/view.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { type CallPlan, callPlan } from '../action/call.ts';
import { leaveScreen } from '../leaving.ts';
import { type Screen } from '../screen.ts';
import { screenSource, screenState } from '../source.ts';
import { type Draft, editDraft, type Review } from './editScript.ts';
import { type DiffPart, lineDiff, withContext } from './lineDiff.ts';

/** Unchanged lines that are shown around each change, as `diff` does. */
const CONTEXT_LINES = 3;

const reviewOf = screenState<Review | undefined>('script-change', undefined);
const draftOf = (screen: ScreenView): Draft | undefined => reviewOf(screen)?.draft;
const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** A line of the screen before it is painted. */
interface ShownLine {
  readonly role?: Role;
  readonly text: string;
}

const drafts = remembered(() =>
  memoizeFor((draft: Draft) => {
    const { lines, isMinimal } = lineDiff(linesOf(draft.before), linesOf(draft.after));
    return { parts: withContext(lines, CONTEXT_LINES), isMinimal };
  }),
);

/** The differences of a draft. */
const changesOf = ({ memory }: Shown, draft: Draft) => memory.of(drafts)(draft);

const SIGNS = {
  same: { sign: ' ' },
  added: { sign: '+', role: 'ok' },
  removed: { sign: '-', role: 'error' },
} as const satisfies Record<string, { sign: string; role?: Role }>;

function partLines(part: DiffPart, columns: number, unicode: boolean): ShownLine[] {
  if (part.kind === 'skipped') return [{ role: 'dim', text: `   ${plural(part.count, 'line')} unchanged` }];
  const { sign, ...role } = SIGNS[part.kind];
  // All of a long line is shown, so that a change at its end is visible.
  return chop(visible(part.text, unicode), Math.max(1, columns - 3)).map((piece, index) => ({
    ...role,
    text: ` ${index === 0 ? sign : ' '} ${piece}`,
  }));
}

interface DiffLayout {
  readonly parts: readonly DiffPart[];
  readonly columns: number;
  readonly unicode: boolean;
}

const laidOut = remembered(() =>
  memoize(({ parts, columns, unicode }: DiffLayout) =>
    parts.flatMap((part) => partLines(part, columns, unicode)),
  ),
);

/** The lines that show the differences of a draft at a width. */
const shownLines = (cockpit: Known & Shown, draft: Draft, columns: number): readonly ShownLine[] =>
  cockpit.memory.of(laidOut)({
    parts: changesOf(cockpit, draft).parts,
    columns,
    unicode: cockpit.look.unicode,
  });

/** The service's current version, which somebody else may have changed. */
const current = screenSource('script-change', {
  reads(screen): { readonly text?: Resource<string> } {
    const id = draftOf(screen)?.id;
    return id === undefined ? {} : { text: resource('getScript', { params: { id } }) };
  },
  derive: ({ text }) => ({ text }),
});

/** Shortens the preview: the content was reviewed already, so the request shows only its size. */
const withShortPreview = (plan: CallPlan, draft: Draft): CallPlan => ({
  ...plan,
  execution: {
    ...plan.execution,
    preview(values) {
      const input = plan.execution.preview(values);
      const size = bytes(new TextEncoder().encode(draft.after).length);
      return { ...input, body: { ...orEmpty(input.body), contents: `(${size})` } };
    },
  },
});

/** Removes the screen of a draft, even if something else covers it. */
const close = ({ view }: Shown, draft: Draft): void =>
  view.setState(({ overlays }) => ({
    overlays: overlays.filter((one) => one.kind !== 'screen' || draftOf(one) !== draft),
  }));

function savePlan(cockpit: Known & Shown, screen: ScreenView, draft: Draft): Plan {
  const { text: now } = current.of(cockpit, screen) ?? {};
  const isNew = draft.id === undefined;
  const plan = callPlan(cockpit, {
    operation: isNew ? 'createScript' : 'updateScript',
    title: isNew ? 'Save a new script' : `Save script ${draft.name}`,
    target: draft.name,
    input: { ...(isNew ? {} : { params: { id: draft.id } }), body: { contents: draft.after } },
    ask: isNew ? ['body.name'] : [],
    fields: { 'body.name': { label: 'name', initial: draft.name } },
    effect: isNew
      ? 'The script is kept by the service. It runs nowhere until a hook runs it on an event.'
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
      ...(!isNew && now !== undefined && now !== draft.before
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

function scroll(cockpit: Known & Shown, screen: ScreenView): Binding[] {
  const draft = draftOf(screen);
  const { columns } = cockpit.view.getState().size;
  const count = draft ? shownLines(cockpit, draft, columns).length : 0;
  const last = Math.max(0, count - screen.pageRows);
  const by = (steps: number) =>
    updateScreen(cockpit.view, (now) => {
      const review = reviewOf(now);
      return review ? { ...now, state: { ...review, top: clampIndex(review.top + steps, last + 1) } } : now;
    });
  return movementBindings(by, Math.max(1, screen.pageRows - 1));
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
  id: current.id,
  names: [],
  needs: [],
  group: 'Automation',
  title: 'Script change',
  help: 'What was changed in the editor; s saves it, e goes on editing, Esc asks',
  operations: ['getScript', 'createScript', 'updateScript'],
  reads: current.reads,
  derive: current.derive,
  unfiltered: 'a diff cannot be filtered',
  body(cockpit, { box, onListRows }, screen) {
    const { look } = cockpit;
    onListRows?.(box.height);
    const review = reviewOf(screen);
    if (!review)
      return [look.paint('dim', ' No script was edited: press e on one of :scripts.')].slice(0, box.height);
    return shownLines(cockpit, review.draft, box.width)
      .slice(review.top, review.top + box.height)
      .map(({ role, text }) => (role ? look.paint(role, text) : text));
  },
  status(cockpit, screen) {
    const draft = draftOf(screen);
    if (!draft) return '';
    const { parts, isMinimal } = changesOf(cockpit, draft);
    const of = (kind: DiffPart['kind']) => parts.filter((part) => part.kind === kind).length;
    const inPlace = isMinimal ? '' : ': too many for comparing line by line';
    return `not saved: ${plural(of('added'), 'line')} added, ${of('removed')} removed${inPlace}`;
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
