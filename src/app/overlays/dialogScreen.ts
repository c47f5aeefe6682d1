import type { DialogSpace } from '../../widgets/dialog.ts';
import type { Rect } from '../frame/layout.ts';

/** The screen as a dialog has it: it may cover the header, whose cluster its title names, and never the footer. */
export const dialogScreen = (area: Pick<Rect, 'width' | 'height'>): DialogSpace => ({
  columns: area.width,
  rows: area.height + 2,
  foot: 1,
});
