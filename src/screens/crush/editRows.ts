import { decimal } from '../../lib/decimal.ts';
import { bytes } from '../../lib/format.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { treePrefix } from '../../widgets/tree.ts';
import { type ColumnSpec } from '../list/columns.ts';
import { screenList } from '../list/handle.ts';
import { currentOf, createListCache, type ListedRows, listedRows, type ListRows } from '../list/rows.ts';
import { type EditRow, editRows, FILTER_COLUMNS } from './editState.ts';

/** A dim column with another property of a node. */
const propertyColumn = (
  column: Omit<ColumnSpec<EditRow>, 'cell'>,
  text: (node: EditRow['row']['node']) => string,
): ColumnSpec<EditRow> => ({ ...column, cell: ({ row: { node } }) => ({ text: text(node), role: 'dim' }) });

const columns: readonly ColumnSpec<EditRow>[] = [
  {
    id: 'mark',
    title: '',
    width: 1,
    priority: 0,
    cell: ({ marked, change }, { look }) => ({
      text: marked ? look.glyphs.marked : change === '' ? ' ' : '~',
      role: marked ? 'accent' : 'warn',
    }),
  },
  {
    id: 'name',
    title: 'NODE',
    flex: 3,
    min: 14,
    max: 56,
    priority: 0,
    name: true,
    prefix: ({ row }, { look }) => treePrefix(row, look),
    cell: ({ row: { node }, change }) => ({
      text: node.name,
      role: change === '' ? 'text' : 'warn',
    }),
  },
  {
    id: 'change',
    title: 'CHANGE',
    flex: 3,
    min: 14,
    max: 40,
    priority: 0,
    cell: ({ change }) => ({ text: change, role: 'warn' }),
  },
  propertyColumn({ id: 'type', title: 'TYPE', width: 10, priority: 3 }, ({ type }) => type.toLowerCase()),
  propertyColumn({ id: 'class', title: 'CLASS', width: 5, priority: 4 }, ({ deviceClass }) => deviceClass),
  propertyColumn({ id: 'reweight', title: 'REWEIGHT', width: 8, align: 'right', priority: 2 }, (node) =>
    node.type === 'OSD' && node.reweight !== undefined ? decimal(node.reweight, 2) : '',
  ),
  propertyColumn({ id: 'used', title: 'USED', width: 9, align: 'right', priority: 1 }, ({ used }) =>
    bytes(used),
  ),
];

const list: ListRows<EditRow> = {
  handle: screenList,
  rows: editRows,
  rowId: ({ row }) => String(row.node.id),
  level: () => 'ok',
  columns,
  filtered: { columns: FILTER_COLUMNS, isContext: ({ row }) => row.context, hidden: () => [] },
  empty: 'The CRUSH map has no nodes. Press n to add a root.',
};

/** The rows of the edited tree, as a list. */
export const cachedRows = createListCache(list);

/** The edited tree, for code that follows its rows. */
export const editList = (cockpit: Known & Shown): ListedRows => listedRows(list, cachedRows(cockpit));

/** The row under the cursor. */
export const currentRow = (cockpit: Known & Shown): EditRow | undefined =>
  currentOf(cockpit, screenList, cachedRows(cockpit).shown);
