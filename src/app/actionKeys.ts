import type { Binding, Layer } from '../keys/binding.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { openTransfers } from '../screens/transfers.ts';
import { confirmed, type Flow, GUARD_MS, submitted, toField, typed } from '../store/flow.ts';
import { popOverlay } from '../store/view.ts';
import { proceed, topFlow } from './perform.ts';

/** The operator asks to go ahead; sends when the flow says that all is in order. */
function confirm(cockpit: Cockpit, by: 'enter' | 'y'): void {
  const flow = topFlow(cockpit);
  if (flow) proceed(cockpit, confirmed(flow, by, cockpit.clock.now()));
}

/** Enter in the dialog's text input: the form is complete, or the word is typed. */
export function enterTyped(cockpit: Cockpit): void {
  const flow = topFlow(cockpit);
  if (flow?.phase.step === 'form') proceed(cockpit, submitted(flow));
  else confirm(cockpit, 'enter');
}

const fieldBindings = (cockpit: Cockpit, flow: Flow): Binding[] => [
  {
    keys: ['tab', 'down'],
    label: 'next field',
    help: 'To the next field',
    footer: 1,
    run: () => proceed(cockpit, toField(flow, 1)),
  },
  {
    keys: ['shift-tab', 'up'],
    label: 'previous field',
    help: 'To the previous field',
    footer: 2,
    run: () => proceed(cockpit, toField(flow, -1)),
  },
];

/** Empties the field, as Ctrl-U does everywhere. */
const erasing = (cockpit: Cockpit, flow: Flow): Binding => ({
  keys: ['ctrl-u'],
  label: 'erase all',
  help: 'Empty the field',
  run: () => proceed(cockpit, typed(flow, '')),
});

/** Leads to the files that are on their way, to stop one. */
const stopping = (cockpit: Cockpit): Binding => ({
  keys: ['X'],
  label: 'stop',
  help: 'Stop a file that is on its way',
  footer: 1,
  run: () => openTransfers(cockpit),
});

/** The keys of an action's dialog. While its text input is there, that hears the letters and Enter. */
export function actionLayer(cockpit: Cockpit, flow: Flow): Layer {
  const { step } = flow.phase;
  const close = () => popOverlay(cockpit.view);
  const cancel: Binding = {
    keys: ['esc'],
    label: 'cancel',
    help: 'Cancel: nothing is sent',
    footer: 0,
    run: close,
  };
  if (step === 'sending') {
    return {
      title: flow.plan.title,
      modal: true,
      bindings: [
        { ...cancel, label: 'hide', help: 'Hide; the request is on its way' },
        ...(cockpit.transfers.store.getState().running.length > 0 ? [stopping(cockpit)] : []),
      ],
    };
  }
  if (step === 'countdown') {
    return { title: flow.plan.title, modal: true, bindings: [cancel], text: close };
  }
  if (step === 'result') {
    return {
      title: flow.plan.title,
      modal: true,
      bindings: [{ keys: ['esc', 'q', 'enter'], label: 'close', help: 'Close this', footer: 0, run: close }],
    };
  }
  if (step === 'form') {
    const fields = flow.plan.fields.length > 1 ? fieldBindings(cockpit, flow) : [];
    return { title: flow.plan.title, modal: true, bindings: [cancel, ...fields, erasing(cockpit, flow)] };
  }
  const lone = step === 'confirm' && flow.plan.tier === 'reversible' && !flow.stale;
  return {
    title: flow.plan.title,
    modal: true,
    bindings: [cancel],
    ...(lone
      ? {
          text: (press) => {
            const early = cockpit.clock.now() - flow.openedAt < GUARD_MS;
            if (early || !press.alone) return;
            if (press.name === 'y') confirm(cockpit, 'y');
            else if (press.name === 'enter') confirm(cockpit, 'enter');
          },
        }
      : {}),
  };
}
