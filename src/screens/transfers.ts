import type { Binding } from '../keys/binding.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import { pushOverlay, say } from '../store/session/view.ts';
import type { MenuItem } from '../store/session/viewState.ts';
import { progressText } from '../store/transfers/text.ts';

/** Opens the list of running file transfers; choosing one stops it. */
export function openTransfers(cockpit: Known & Shown): void {
  const { transfers, view } = cockpit;
  if (transfers.store.getState().running.length === 0) {
    say(view, 'info', 'No file is being transferred.');
    return;
  }
  const items = (): MenuItem[] =>
    transfers.store.getState().running.map((transfer) => ({
      label: `Stop ${transfer.way === 'up' ? 'uploading' : 'downloading'} ${transfer.name}`,
      hint: progressText(transfer, cockpit.clock.elapsed()),
      help:
        transfer.way === 'up'
          ? 'What has already reached the cluster may have taken effect.'
          : 'No part of it is kept on this machine.',
      run: () => transfers.stop(transfer.id),
    }));
  pushOverlay(view, { kind: 'menu', title: 'File transfers', items, cursor: 0, asks: true });
}

/** The key that opens the list of running file transfers. */
export const transfersBinding = (cockpit: Known & Shown): Binding => {
  const { length } = cockpit.transfers.store.getState().running;
  return {
    keys: ['X'],
    label: 'transfers',
    help: 'Files being transferred; stops one',
    ...(length > 0 && { footer: 1 }),
    disabled: () => (length === 0 ? 'no file is being transferred' : undefined),
    run: () => openTransfers(cockpit),
  };
};
