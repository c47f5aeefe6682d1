import { useApp, useInput, usePaste } from 'ink';
import { useEffect, useMemo } from 'react';
import { dispatch, type Dispatched } from '../../keys/binding.ts';
import { keyLabel } from '../../keys/names.ts';
import { type Press, pressesOf } from '../../keys/press.ts';
import { oneLine } from '../../lib/lineEdit.ts';
import { activeView } from '../../screens/activeView.ts';
import { changedSubjects } from '../../screens/changes.ts';
import { panes } from '../../screens/panes.ts';
import { takesText } from '../../store/action/flow.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { endAbsence, markSeen } from '../../store/session/absence.ts';
import { TYPED } from '../../store/session/keyHistory.ts';
import type { PaneId } from '../../store/session/panes.ts';
import { say } from '../../store/session/view.ts';
import { topFlow } from '../actions/perform.ts';
import type { Suspend } from '../terminal/terminal.ts';
import { interrupt, layersOf } from './layers.ts';
import { pressesTyping, recordKey } from './macro.ts';
import { playNext, stopPlaying } from './player.ts';

/** A press as recorded for crash reports: the name of its binding; other keys may be part of a secret and are not named. */
function traceOf(result: Dispatched): string {
  switch (result.kind) {
    case 'ran':
      return result.binding.name ?? result.binding.label;
    case 'disabled':
      return `${result.binding.name ?? result.binding.label} (not available)`;
    case 'text':
      return TYPED;
    case 'unbound':
      return '(a key that does nothing)';
  }
}

/** After a key press, marks the changes of the selected row as seen, and those of a pane that lost the focus. */
function markVisibleChanges(cockpit: Cockpit, focusBefore: PaneId): void {
  const { of } = cockpit.changes();
  if (of.size === 0) return;
  const left =
    cockpit.view.getState().focus === focusBefore ? [] : changedSubjects(cockpit, panes[focusBefore]);
  const under = [...activeView(cockpit).subjects()].filter((one) => of.has(one));
  markSeen(cockpit.view, [...left, ...under], cockpit.clock.now());
}

/** Dispatches a press to the innermost layer that handles it, and shows a notice for a disabled or unbound key. */
function press(cockpit: Cockpit, key: Press): Dispatched {
  const { focus } = cockpit.view.getState();
  // No notice for unbound keys in a dialog: it lists its keys, and keys pressed while it opens were meant for its form.
  const inDialog = topFlow(cockpit) !== undefined;
  const result = dispatch(layersOf(cockpit), key);
  markVisibleChanges(cockpit, focus);
  cockpit.keys.add(cockpit.clock.now(), traceOf(result));
  if (result.kind === 'disabled') say(cockpit.view, 'warn', `${result.binding.label}: ${result.reason}`);
  else if (result.kind === 'unbound' && !inDialog) reportUnbound(cockpit, key);
  return result;
}

/** Handles a press by the operator: it stops a playing macro, else it is dispatched, recorded, and may start a macro. */
function pressByHand(cockpit: Cockpit, key: Press): void {
  if (stopPlaying(cockpit, 'a key was pressed')) return;
  const result = press(cockpit, key);
  if (result.kind === 'ran') recordKey(cockpit, key.name, result.binding);
  else if (result.kind === 'text') recordKey(cockpit, key.name, {});
  playNext(cockpit, (name) => press(cockpit, { name, alone: true }));
}

/** Shows a notice that a key is unbound, unless another notice is shown. */
function reportUnbound({ view, look }: Shown, { name }: Press): void {
  if (view.getState().notice) return;
  const text = `${keyLabel(name, look.unicode)} does nothing here; ? lists the keys.`;
  say(view, 'info', text, UNBOUND_MS);
}

/** The time that this notice is shown, in milliseconds: short, as it hides the key hints. */
const UNBOUND_MS = 2000;

/** Inserts pasted text into the current text input. It never counts as key presses and cannot confirm anything. */
function paste(cockpit: Cockpit, text: string): void {
  const [layer] = layersOf(cockpit);
  if (layer?.paste) {
    layer.paste(text);
    for (const key of pressesTyping(oneLine(text))) recordKey(cockpit, key, {});
  } else say(cockpit.view, 'info', refusal(cockpit));
}

function refusal({ view }: Shown): string {
  const top = view.getState().overlays.at(-1);
  return top?.kind === 'action' && top.flow.phase.step === 'confirm'
    ? 'Confirm by typing: pasted text is not accepted here.'
    : 'Pasted text is accepted where text is typed: in a form, a filter, a search and the command line.';
}

/** True if the dialog on top has a text input, which itself handles chunks of text with control keys in them. */
function isTyping(cockpit: Shown): boolean {
  const flow = topFlow(cockpit);
  return flow !== undefined && takesText(flow);
}

/** Handles presses as they arrive: Ctrl-C first, all others go to the layers. */
function createReceiver(cockpit: Cockpit): (presses: Press[]) => void {
  let interruptedAt: number | undefined;
  return (presses) => {
    endAbsence(cockpit.view, cockpit.clock.now());
    for (const key of presses) {
      if (key.name === 'ctrl-c') {
        stopPlaying(cockpit, 'it was interrupted');
        cockpit.keys.add(cockpit.clock.now(), 'interrupt');
        interruptedAt = interrupt(cockpit, interruptedAt);
      } else if (key.alone || !isTyping(cockpit)) pressByHand(cockpit, key);
    }
  };
}

/** The single entry point of keyboard input; `onSuspend` receives the function that releases the terminal. */
export function useKeys(cockpit: Cockpit, onSuspend: (suspend: Suspend) => void): void {
  const { suspendTerminal } = useApp();
  useEffect(() => onSuspend(suspendTerminal), [onSuspend, suspendTerminal]);
  const receive = useMemo(() => createReceiver(cockpit), [cockpit]);
  useInput((input, key) => receive(pressesOf(input, key)));
  usePaste((text) => paste(cockpit, text));
}
