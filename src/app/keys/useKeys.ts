import { useApp, useInput, usePaste } from 'ink';
import { useEffect, useMemo } from 'react';
import { dispatch, type Dispatched } from '../../keys/binding.ts';
import { createEscapeJoiner } from '../../keys/escape.ts';
import { keyLabel } from '../../keys/names.ts';
import { type Press, pressesOf } from '../../keys/press.ts';
import { oneLine } from '../../lib/lineEdit.ts';
import { takesText } from '../../store/action/flow.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { endAbsence } from '../../store/session/absence.ts';
import { TYPED } from '../../store/session/keyHistory.ts';
import { say } from '../../store/session/view.ts';
import { topFlow } from '../actions/perform.ts';
import type { Suspend } from '../terminal/terminal.ts';
import { interrupt, layersOf } from './layers.ts';
import { recordKey, typedAs } from './macro.ts';
import { playOn, stopPlaying } from './player.ts';
import { seeAfter } from './seen.ts';

/** The action of a press, by the name of the binding alone: a key that has none may be part of a word. */
function traceOf(result: Dispatched): string {
  switch (result.kind) {
    case 'ran':
      return result.binding.name ?? result.binding.label;
    case 'disabled':
      return `${result.binding.name ?? result.binding.label} (out of order)`;
    case 'text':
      return TYPED;
    case 'unbound':
      return '(a key without use)';
  }
}

/** Gives a press to the innermost layer that wants it, and says why when a key is out of order. */
function press(cockpit: Cockpit, key: Press): Dispatched {
  const { focus } = cockpit.view.getState();
  // A dialog shows its keys, and those that come while it opens were meant for its form.
  const inDialog = topFlow(cockpit) !== undefined;
  const result = dispatch(layersOf(cockpit), key);
  seeAfter(cockpit, focus);
  cockpit.keys.add(cockpit.clock.now(), traceOf(result));
  if (result.kind === 'disabled') say(cockpit.view, 'warn', `${result.binding.label}: ${result.reason}`);
  else if (result.kind === 'unbound' && !inDialog) sayUseless(cockpit, key);
  return result;
}

/** A press of the operator, which a macro records; where it plays one, that begins. */
function pressByHand(cockpit: Cockpit, key: Press): void {
  if (stopPlaying(cockpit, 'a key was pressed')) return;
  const result = press(cockpit, key);
  if (result.kind === 'ran') recordKey(cockpit, key.name, result.binding);
  else if (result.kind === 'text') recordKey(cockpit, key.name, {});
  playOn(cockpit, (name) => press(cockpit, { name, alone: true }));
}

/** A key that nothing takes says so, unless that took a message away. */
function sayUseless({ view, look }: Shown, { name }: Press): void {
  if (view.getState().notice) return;
  const text = `${keyLabel(name, look.unicode)} has no use here; ? lists the keys.`;
  say(view, 'info', text, USELESS_MS);
}

/** Short: it stands in the place of the keys that there are. */
const USELESS_MS = 2000;

/** Pasted text goes into what is typed, as text: it never presses a key, and confirms nothing. */
function paste(cockpit: Cockpit, text: string): void {
  const [layer] = layersOf(cockpit);
  if (layer?.paste) {
    layer.paste(text);
    for (const key of typedAs(oneLine(text))) recordKey(cockpit, key, {});
  } else say(cockpit.view, 'info', refusal(cockpit));
}

function refusal({ view }: Shown): string {
  const top = view.getState().overlays.at(-1);
  return top?.kind === 'action' && top.flow.phase.step === 'confirm'
    ? 'What confirms is typed by hand: pasted text is not taken here.'
    : 'Pasted text is taken where text is typed: in a form, a filter, a search and the command line.';
}

/** Tells whether the dialog on top has a text input, which takes what arrives in one chunk, keys included, in order. */
function isTyping(cockpit: Shown): boolean {
  const flow = topFlow(cockpit);
  return flow !== undefined && takesText(flow);
}

/** Takes presses as they come: Ctrl-C is the program's, all others go to the layers. */
function createReceiver(cockpit: Cockpit, escapeMs: number): (presses: Press[]) => void {
  let interruptedAt: number | undefined;
  return createEscapeJoiner(cockpit.clock, escapeMs, (presses) => {
    endAbsence(cockpit.view, cockpit.clock.now());
    for (const key of presses) {
      if (key.name === 'ctrl-c') {
        stopPlaying(cockpit, 'it was interrupted');
        cockpit.keys.add(cockpit.clock.now(), 'interrupt');
        interruptedAt = interrupt(cockpit, interruptedAt);
      } else if (key.alone || !isTyping(cockpit)) pressByHand(cockpit, key);
    }
  });
}

/**
 * The one place where keys come in. `escapeMs` is how long a lone Escape is held back for the rest of its
 * sequence; `onSuspend` is told how the terminal is given away.
 */
export function useKeys(cockpit: Cockpit, escapeMs: number, onSuspend: (suspend: Suspend) => void): void {
  const { suspendTerminal } = useApp();
  useEffect(() => onSuspend(suspendTerminal), [onSuspend, suspendTerminal]);
  const receive = useMemo(() => createReceiver(cockpit, escapeMs), [cockpit, escapeMs]);
  useInput((input, key) => receive(pressesOf(input, key)));
  usePaste((text) => paste(cockpit, text));
}
