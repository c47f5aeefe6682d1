import { takesText } from '../../store/action/flow.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { type DialogLayout, dialogLayout, type DialogSpace } from '../../widgets/dialog.ts';
import { actionText, actionTitle, tierRole } from './actionText.ts';

/** The layout of an action's dialog. The footer does not affect which part of the text is visible, so it may be omitted. */
export function actionLayout(
  cockpit: Known & Shown,
  { flow, top }: Extract<Overlay, { kind: 'action' }>,
  screen: DialogSpace,
  footer = '',
): DialogLayout {
  const { ensureVisible, ...text } = actionText(cockpit, flow);
  // A position the operator has scrolled to overrides the automatic one.
  const scrollPosition = top === undefined ? ensureVisible !== undefined && { ensureVisible } : { top };
  return dialogLayout(
    {
      ...actionTitle(cockpit, flow),
      role: tierRole(flow),
      ...text,
      ...scrollPosition,
      isWide: flow.plan.fields.length > 0,
      hasInput: takesText(flow),
      footer,
    },
    screen,
    cockpit.look,
  );
}
