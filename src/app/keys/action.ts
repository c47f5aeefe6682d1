import type { Binding, Layer } from '../../keys/binding.ts';
import { openTransfers } from '../../screens/transfers.ts';
import { confirmed, countdownCancelled, GUARD_MS, takesText, tierIn } from '../../store/action/flow.ts';
import { backToForm, entered, afterEscape, hasWayBack, toField } from '../../store/action/form.ts';
import type { Flow } from '../../store/action/plan.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { changeTop, popOverlay } from '../../store/session/view.ts';
import type { ActionOverlay } from '../../store/session/viewState.ts';
import type { DialogLayout } from '../../widgets/dialog.ts';
import { proceed } from '../actions/perform.ts';
import { actionLayout } from '../overlays/actionLayout.ts';
import { dialogScreen } from '../overlays/dialogScreen.ts';
import { fieldBindings, lineBindings, typeText } from './form.ts';

function layoutOf(cockpit: Known & Shown, overlay: ActionOverlay): DialogLayout {
  const { columns, rows } = cockpit.view.getState().size;
  return actionLayout(cockpit, overlay, dialogScreen({ width: columns, height: Math.max(1, rows - 2) }));
}

const UNREAD = 'Not all of it was visible: PgDn shows the rest.';

/**
 * Handles the operator's confirmation: advances the flow, which may send. A destructive action is accepted only after the
 * whole text of its dialog has been visible.
 */
function confirm(cockpit: Cockpit, by: 'enter' | 'y'): void {
  const overlay = cockpit.view.getState().overlays.at(-1);
  if (overlay?.kind !== 'action') return;
  const { flow } = overlay;
  const { phase } = flow;
  const read = overlay.read === true || layoutOf(cockpit, overlay).maxTop === 0;
  if (tierIn(flow) === 'destructive' && phase.step === 'confirm' && !read) {
    proceed(cockpit, { ...flow, phase: { ...phase, problem: UNREAD } });
    return;
  }
  // An error message may add a line to the dialog; the text counts as read all the same.
  changeTop(cockpit.view, 'action', (now) => ({ ...now, read }));
  proceed(cockpit, confirmed(flow, by, cockpit.clock.elapsed()));
}

/** The keys that scroll the dialog's text if it is taller than the screen. */
function scrolling(cockpit: Known & Shown, overlay: ActionOverlay): Binding[] {
  const { top, maxTop, page } = layoutOf(cockpit, overlay);
  if (maxTop === 0) return [];
  const by = (steps: number) => () => {
    const to = Math.max(0, Math.min(maxTop, top + steps));
    const read = overlay.read === true || to === maxTop;
    changeTop(cockpit.view, 'action', (now) => ({ ...now, top: to, read }));
  };
  const far = Math.max(1, page - 1);
  const lines = overlay.flow.phase.step !== 'form';
  return [
    {
      keys: ['pagedown'],
      label: 'the rest',
      help: 'One page down',
      ...(top < maxTop && { footer: 1 }),
      run: by(far),
    },
    {
      keys: ['pageup'],
      label: 'above',
      help: 'One page up',
      ...(top === maxTop && { footer: 1 }),
      run: by(-far),
    },
    ...(lines
      ? [
          { keys: ['down'], label: 'down', help: 'One line down', run: by(1) },
          { keys: ['up'], label: 'up', help: 'One line up', run: by(-1) },
        ]
      : []),
  ];
}

/** The effect of Enter in a form: the form is completed only if no field below is out of sight. */
export function enterLabel(cockpit: Known & Shown, overlay: ActionOverlay): 'take' | 'next field' | 'go on' {
  const { phase, plan } = overlay.flow;
  if (phase.step !== 'form') return 'go on';
  if (phase.pick !== undefined) return 'take';
  if (phase.field === plan.fields.length - 1) return 'go on';
  const { top, maxTop } = layoutOf(cockpit, overlay);
  return top < maxTop ? 'next field' : 'go on';
}

/** Handles Enter in the dialog's text input: takes the value or completes the form, or checks the typed confirmation. */
export function submitTyped(cockpit: Cockpit): void {
  const overlay = cockpit.view.getState().overlays.at(-1);
  if (overlay?.kind !== 'action') return;
  const { flow } = overlay;
  if (flow.phase.step !== 'form') confirm(cockpit, 'enter');
  else proceed(cockpit, enterLabel(cockpit, overlay) === 'next field' ? toField(flow, 1) : entered(flow));
}

/** The key that opens the list of running transfers, where one can be stopped. */
const stopBinding = (cockpit: Known & Shown): Binding => ({
  keys: ['X'],
  label: 'stop',
  help: 'Stop a file transfer',
  footer: 1,
  run: () => openTransfers(cockpit),
});

/** The keys of an action's dialog. While it has a text input, letters and Enter go to the input. */
export function actionLayer(cockpit: Cockpit, overlay: ActionOverlay): Layer {
  const { flow } = overlay;
  const layer = stepLayer(cockpit, flow);
  // Any key cancels a countdown, including the scrolling keys.
  if (flow.phase.step === 'countdown') return layer;
  return { ...layer, bindings: [...layer.bindings, ...scrolling(cockpit, overlay)] };
}

/** The key that returns to the completed form, if that is possible. */
const back = (cockpit: Cockpit, flow: Flow): Binding[] =>
  hasWayBack(flow)
    ? [
        {
          keys: ['shift-tab'],
          label: 'back to the form',
          help: 'Back to the form, to change what was typed',
          ...(afterEscape(flow) === undefined && { footer: 1 }),
          run: () => proceed(cockpit, backToForm(flow)),
        },
      ]
    : [];

/** Esc, which goes one step back, or closes the dialog where that loses nothing that was typed. */
function escape(cockpit: Cockpit, flow: Flow): Binding {
  const earlier = afterEscape(flow);
  const run = earlier ? () => proceed(cockpit, earlier) : () => popOverlay(cockpit.view);
  const words =
    earlier === undefined
      ? { label: 'cancel', help: 'Cancel: nothing is sent' }
      : flow.phase.step === 'form'
        ? {
            label: 'pick' in flow.phase ? 'unmark' : 'cancel',
            help: 'Give up the marked value; else leave, twice if something was typed',
          }
        : { label: 'back to the form', help: 'Back to the form; nothing more is sent' };
  return { keys: ['esc'], ...words, footer: 0, run };
}

function stepLayer(cockpit: Cockpit, flow: Flow): Layer {
  const { step } = flow.phase;
  const close = () => popOverlay(cockpit.view);
  const cancel = escape(cockpit, flow);
  if (step === 'sending') {
    return {
      title: flow.plan.title,
      modal: true,
      bindings: [
        { ...cancel, label: 'hide', help: 'Hide; the request is on its way' },
        ...(cockpit.transfers.store.getState().running.length > 0 ? [stopBinding(cockpit)] : []),
      ],
    };
  }
  if (step === 'countdown') {
    return {
      title: flow.plan.title,
      modal: true,
      bindings: [cancel],
      text: () => proceed(cockpit, countdownCancelled(flow)),
    };
  }
  if (step === 'result') {
    return {
      title: flow.plan.title,
      modal: true,
      bindings: [
        ...(afterEscape(flow) ? [cancel] : []),
        {
          keys: [...(afterEscape(flow) ? [] : ['esc']), 'q', 'enter'],
          label: 'close',
          help: 'Close this',
          footer: 0,
          run: close,
        },
        ...back(cockpit, flow),
      ],
    };
  }
  if (step === 'form') {
    return {
      title: flow.plan.title,
      modal: true,
      bindings: [cancel, ...fieldBindings(cockpit, flow), ...lineBindings(cockpit, flow)],
      paste: (text) => typeText(cockpit, text, 'paste'),
    };
  }
  const isOneKey = step === 'confirm' && tierIn(flow) === 'reversible' && !flow.stale;
  return {
    title: flow.plan.title,
    modal: true,
    bindings: [cancel, ...back(cockpit, flow), ...(takesText(flow) ? lineBindings(cockpit, flow) : [])],
    ...(isOneKey
      ? {
          text: (press) => {
            const early = cockpit.clock.elapsed() - flow.openedAt < GUARD_MS;
            if (early || !press.alone) return;
            if (press.name === 'y') confirm(cockpit, 'y');
            else if (press.name === 'enter') confirm(cockpit, 'enter');
          },
        }
      : {}),
  };
}
