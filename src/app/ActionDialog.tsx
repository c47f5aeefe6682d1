import { useStore } from 'zustand';
import type { Cockpit } from '../store/cockpit.ts';
import { type Flow, GUARD_MS, retyped, takesText, textOf } from '../store/flow.ts';
import { width } from '../lib/text.ts';
import { changeTop, say } from '../store/view.ts';
import { Dialog } from '../widgets/Dialog.tsx';
import { Prompt } from '../widgets/Prompt.tsx';
import { enterTyped } from './actionKeys.ts';
import { actionLayout } from './actionLayout.ts';
import { dialogScreen } from './dialogScreen.ts';
import { hints, type OverlayProps } from './overlayParts.tsx';

/** The text input of an action's dialog, where it takes one. */
function ActionInput({
  cockpit,
  flow,
  columns,
}: {
  readonly cockpit: Cockpit;
  readonly flow: Flow;
  readonly columns: number;
}) {
  const { look } = cockpit;
  const value = textOf(flow);
  const early = () => cockpit.clock.now() - flow.openedAt < GUARD_MS;
  const change = (next: (flow: Flow) => Flow) =>
    changeTop(cockpit.view, 'action', (overlay) => ({ ...overlay, flow: next(overlay.flow) }));
  return (
    <Prompt
      label={look.paint('key', '> ')}
      value={value}
      focus
      columns={columns}
      look={look}
      onChange={(text) => {
        if (!early()) change((now) => retyped(now, value, text));
      }}
      onGluedEnter={() =>
        say(cockpit.view, 'info', 'Enter came in one piece with text, as a paste does: press it once more.')
      }
      onSubmit={() => {
        if (!early()) enterTyped(cockpit);
      }}
    />
  );
}

/** An action between its key and its result: what it does, what speaks against it, what has to be typed. */
export function ActionDialog({ cockpit, overlay, area }: OverlayProps<'action'>) {
  useStore(cockpit.data);
  useStore(cockpit.transfers.store);
  useStore(cockpit.view, (state) => state.now);
  const { flow } = overlay;
  const { look } = cockpit;
  // Enter is heard by the input, not by the layers that hints are made of.
  const submits = flow.phase.step === 'form' ? `${look.paint('key', 'Enter')} go on  ` : '';
  const footer = `${submits}${hints(cockpit, area.width - 6 - width(submits))}`;
  const layout = actionLayout(cockpit, overlay, dialogScreen(area), footer);
  return (
    <Dialog
      layout={layout}
      {...(takesText(flow)
        ? { input: <ActionInput cockpit={cockpit} flow={flow} columns={layout.width - 4} /> }
        : {})}
    />
  );
}
