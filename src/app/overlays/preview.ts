import type { Binding } from '../../keys/binding.ts';
import { visible } from '../../lib/text.ts';
import type { Box, View } from '../../screens/view.ts';
import { viewInForce } from '../../screens/inForce.ts';
import type { Description } from '../../store/action/action.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import type { ListState } from '../../store/session/viewState.ts';
import { cutsText } from '../../widgets/table.ts';
import { paneTitle } from '../../widgets/paneTitle.ts';
import { descriptionLines, descriptionState } from '../../screens/descriptionLines.ts';
import { listOf } from '../frame/filter.ts';

/** A terminal with as many columns, or as many rows, has room for a list and a description. */
const WIDE = { columns: 120, rows: 40 } as const;
const NO_ROOM = `it takes ${WIDE.columns} columns or ${WIDE.rows} rows; d describes the row`;

/** The share of the screen that the description has, and its least and most rows, with its title. */
const SHARE = 0.36;
const LEAST = 6;
const MOST = 18;
/** The list above keeps at least this many rows, with title and header. */
const LEAST_LIST = 8;
/** Its title, its header and a blank line stand around the rows of the list. */
const AROUND_ROWS = 3;

const isWide = ({ view }: Shown): boolean => {
  const { columns, rows } = view.getState().size;
  return columns >= WIDE.columns || rows >= WIDE.rows;
};

/**
 * Rows of the description below a list in `height` rows; none where it is off, or there is no room for it. What a short list
 * leaves, whose rows take one line each, belongs to the description.
 */
export function previewHeight<At>(
  cockpit: Known & Shown,
  list: ListState,
  height: number,
  { describe, list: listOfView }: Pick<View<At>, 'describe' | 'list'>,
  at: At,
): number {
  if (list.preview !== true || describe === undefined || !isWide(cockpit)) return 0;
  const wanted = Math.max(LEAST, Math.min(MOST, Math.round(height * SHARE)));
  if (height - wanted < LEAST_LIST) return 0;
  const shown = listOfView?.(cockpit, at);
  if (shown === undefined || cutsText(shown.layout)) return wanted;
  return Math.max(wanted, height - Math.max(1, shown.ids.length) - AROUND_ROWS);
}

/** The description under its title, as far as there is room for it; exactly `box.height` lines. */
export function previewLines(
  { look }: Shown,
  description: Description | undefined,
  { width, height }: Box,
): string[] {
  if (height <= 0) return [];
  const rows = height - 1;
  const linesOf = (shown: Description) => descriptionLines(look, shown, width - 2);
  const all = description ? linesOf(description) : [];
  // What is related gives way to what is told of the row itself.
  const lines = description && all.length > rows ? linesOf({ ...description, related: [] }) : all;
  const more = lines.length - rows;
  const rest = more > 0 ? look.paint('dim', `${more} more, d shows all`) : '';
  const state = description ? descriptionState(look, description) : '';
  const detail = [state, rest].filter(Boolean).join('  ');
  const title = paneTitle(
    { title: visible(description?.title ?? 'Nothing under the cursor', look.unicode), detail },
    width,
    look,
  );
  return [title, ...Array.from({ length: rows }, (_, row) => ` ${lines[row] ?? ''}`)];
}

/** Why there is no preview of what is shown. */
function refusal(cockpit: Known & Shown): string | undefined {
  if (!viewInForce(cockpit).describes) return 'nothing here has a preview';
  return isWide(cockpit) ? undefined : NO_ROOM;
}

/** Switches the preview of the list that is shown; on the deck its pane is shown in full, for the room. */
function show(cockpit: Shown, preview: boolean): void {
  listOf(cockpit).change(cockpit, { preview });
  if (preview && !topScreen(cockpit.view.getState())) cockpit.view.setState({ zoomed: true });
}

const isShown = (cockpit: Shown): boolean => {
  const state = cockpit.view.getState();
  return listOf(cockpit).get(cockpit).preview === true && (state.zoomed || topScreen(state) !== undefined);
};

/** The key that describes the row under the cursor below the list. */
export const previewBinding = (cockpit: Known & Shown): Binding => ({
  keys: ['_'],
  label: 'preview',
  help: 'Describe the row under the cursor below the list, as the cursor moves, or not',
  footer: 16,
  disabled: () => refusal(cockpit),
  run: () => show(cockpit, !isShown(cockpit)),
});

/** `:preview on`, `:preview off`; without a word it switches. Answers why not. */
export function setPreview(cockpit: Known & Shown, argument: string): string | undefined {
  if (!['', 'on', 'off'].includes(argument)) return 'Type :preview on or :preview off.';
  const refused = refusal(cockpit);
  if (refused !== undefined) return `No preview: ${refused}.`;
  show(cockpit, argument === '' ? !isShown(cockpit) : argument === 'on');
  return undefined;
}
