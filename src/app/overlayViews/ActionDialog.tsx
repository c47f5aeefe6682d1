import { useStore } from 'zustand';
import { width } from '../../lib/text.ts';
import { GUARD_MS, takesText } from '../../store/action/flow.ts';
import { fieldOf, lineOf } from '../../store/action/form.ts';
import type { Flow } from '../../store/action/plan.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { Prompt } from '../../widgets/Prompt.tsx';
import { enterLabel, submitTyped } from '../keys/action.ts';
import { typeText } from '../keys/form.ts';
import { actionLayout } from '../overlays/actionLayout.ts';
import { dialogScreen } from '../overlays/dialogScreen.ts';
import { hints, type OverlayProps } from './parts.tsx';

/** The text input of an action's dialog. */
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
  const secret = fieldOf(flow)?.secret === true;
  return (
    <Prompt
      label={look.paint('key', '> ')}
      line={{ ...lineOf(flow), ...(secret && { mask: '*' }) }}
      columns={columns}
      look={look}
      onText={(text) => typeText(cockpit, text, 'keys')}
      onSubmit={() => {
        if (cockpit.clock.elapsed() - flow.openedAt >= GUARD_MS) submitTyped(cockpit);
      }}
    />
  );
}

/** The dialog of an action from its key to its result: effect, checks, form, confirmation. */
export function ActionDialog({ cockpit, overlay, area }: OverlayProps<'action'>) {
  useStore(cockpit.cache.store);
  useStore(cockpit.transfers.store);
  useStore(cockpit.view, (state) => state.now);
  const { flow } = overlay;
  const { look } = cockpit;
  // The input component handles Enter, so the key hints of the layers do not include it.
  const submits =
    flow.phase.step === 'form' ? `${look.paint('key', 'Enter')} ${enterLabel(cockpit, overlay)}  ` : '';
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
