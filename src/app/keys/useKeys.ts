import { useApp, useInput, usePaste } from 'ink';
import { useEffect, useMemo } from 'react';
import { dispatch, type Dispatched } from '../../keys/binding.ts';
import { createEscapeJoiner } from '../../keys/escape.ts';
import { type Press, pressesOf } from '../../keys/press.ts';
import { takesText } from '../../store/action/flow.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { comeBack } from '../../store/session/absence.ts';
import { TYPED } from '../../store/session/keyHistory.ts';
import { say } from '../../store/session/view.ts';
import { topFlow } from '../actions/perform.ts';
import type { Suspend } from '../terminal/terminal.ts';
import { interrupt, layersOf } from './layers.ts';
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
function press(cockpit: Cockpit, key: Press): void {
  const { focus } = cockpit.view.getState();
  const result = dispatch(layersOf(cockpit), key);
  seeAfter(cockpit, focus);
  cockpit.keys.add(cockpit.clock.now(), traceOf(result));
  if (result.kind === 'disabled') say(cockpit.view, 'warn', `${result.binding.label}: ${result.reason}`);
}

/** Pasted text goes into what is typed, as text: it never presses a key, and confirms nothing. */
function paste(cockpit: Cockpit, text: string): void {
  const [layer] = layersOf(cockpit);
  if (layer?.paste) layer.paste(text);
  else say(cockpit.view, 'info', refusal(cockpit));
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
    comeBack(cockpit.view, cockpit.clock.now());
    for (const key of presses) {
      if (key.name === 'ctrl-c') {
        cockpit.keys.add(cockpit.clock.now(), 'interrupt');
        interruptedAt = interrupt(cockpit, interruptedAt);
      } else if (key.alone || !isTyping(cockpit)) press(cockpit, key);
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
