import { fuzzyFind } from '../../lib/fuzzy.ts';
import type { Overlay, PickItem } from '../../store/session/viewState.ts';

/** A searchable list of things to choose from. */
export type PickerOverlay = Extract<Overlay, { kind: 'picker' }>;

/** The items that match the search, best first. */
export const foundItems = ({ items, search }: Pick<PickerOverlay, 'items' | 'search'>): readonly PickItem[] =>
  fuzzyFind(items(search), search, ({ group, label, hint = '' }) => `${label} ${group} ${hint}`);

/** True if the items are laid out in columns: only until something is searched for. */
export const isInColumns = ({ inColumns, search }: PickerOverlay): boolean =>
  inColumns === true && search.trim() === '';
