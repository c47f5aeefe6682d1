import { takesText } from '../../store/action/flow.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { type DialogLayout, dialogLayout, type DialogSpace } from '../../widgets/dialog.ts';
import { actionText, actionTitle, tierRole } from './actionText.ts';

/** The dialog of an action on the screen. What its last line says has no say in what of the text is in sight. */
export function actionLayout(
  cockpit: Known & Shown,
  { flow, top }: Extract<Overlay, { kind: 'action' }>,
  screen: DialogSpace,
  footer = '',
): DialogLayout {
  const { inSight, ...text } = actionText(cockpit, flow);
  // Where the person has scrolled to counts more than what would be in sight by itself.
  const place = top === undefined ? inSight !== undefined && { inSight } : { top };
  return dialogLayout(
    {
      ...actionTitle(cockpit, flow),
      role: tierRole(flow),
      ...text,
      ...place,
      hasInput: takesText(flow),
      footer,
    },
    screen,
    cockpit.look,
  );
}
