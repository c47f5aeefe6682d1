import { wrap } from '../lib/text.ts';
import type { Cockpit } from '../store/cockpit.ts';
import type { ResourceId } from '../store/resources.ts';
import type { ScreenView } from '../store/screenView.ts';
import type { Slot } from '../store/slot.ts';

function lines(cockpit: Cockpit, { error, nextAt }: Slot<unknown>, columns: number): string[] {
  const { look } = cockpit;
  if (!error) return [look.paint('dim', ' Waiting for the first answer.')];
  const seconds = Math.max(0, Math.ceil(((nextAt ?? 0) - cockpit.view.getState().now) / 1000));
  return [
    ...wrap(`No answer yet: ${error.message}`, Math.max(10, columns - 2)).map((line) =>
      look.paint('warn', ` ${line}`),
    ),
    look.paint('dim', ` Next try in ${seconds}s.`),
  ];
}

/** What a pane says before its first answer: that it waits, or why none came and when the next try is. */
export const waitingLines = (cockpit: Cockpit, id: ResourceId, columns: number): string[] =>
  lines(cockpit, cockpit.data.getState().slots[id], columns);

/** The same for a screen. */
export const screenWaiting = (cockpit: Cockpit, screen: ScreenView, columns: number): string[] =>
  lines(cockpit, cockpit.screens.slot(screen), columns);
