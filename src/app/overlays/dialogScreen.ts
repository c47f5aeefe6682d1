import type { DialogSpace } from '../../widgets/dialog.ts';
import type { Rect } from '../frame/layout.ts';

/** The space for dialogs: they may cover the header, as their titles name the cluster, but never the footer. */
export const dialogScreen = (area: Pick<Rect, 'width' | 'height'>): DialogSpace => ({
  columns: area.width,
  rows: area.height + 2,
  foot: 1,
});
