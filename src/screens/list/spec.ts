import type { Binding } from '../../keys/binding.ts';
import type { Description } from '../../store/action/action.ts';
import type { Level } from '../../store/answers/level.ts';
import type { RowAnswer } from '../../store/answers/rowAnswers.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import type { Scope } from '../../store/session/viewState.ts';
import type { Measured } from '../figures/figures.ts';
import type { Page } from '../page.ts';
import type { Subject } from '../relatedActivity.ts';
import type { ScreenLink } from '../screen.ts';
import type { ListAction } from './action.ts';
import type { ColumnSpec } from './columns.ts';
import type { FavouriteSource } from './favourite.ts';
import type { RowLink } from './links.ts';
import type { BlamedRows } from './marks.ts';
import type { ListRows } from './rows.ts';

/** The declaration of a pane's or a screen's list: the appearance of its rows, and their actions. */
export interface RowSpec<Row extends object> extends Pick<ListRows<Row>, 'live' | 'subjects'> {
  readonly rowId: (row: Row) => string;
  readonly columns: readonly ColumnSpec<Row>[];
  /** The level of a row; `ok` by default. */
  readonly level?: (row: Row) => Level;
  /** A row's trouble in words, if its level is not enough. */
  readonly trouble?: (row: Row) => string | undefined;
  /** The parts of the cluster that a row represents; rows that a cause blames get a mark. */
  readonly blamed?: BlamedRows<Row>;
  /** The text for fine rows that are out of sight on the deck, such as "5 pools whole"; it begins with a number. */
  readonly fine?: (rows: readonly Row[]) => string;
  readonly empty: ListRows<Row>['empty'];
  /** Set if the rows are lines of a text or fields of one object, so that a page of one row beside the list would add nothing. */
  readonly isText?: true;
  /** The description of a row, if it needs more than a page. */
  readonly describe?: (cockpit: Known & Shown, row: Row, scope: Scope) => Description | undefined;
  /** The page of a row; parts that are left out come from the columns. */
  readonly page?: Page<Row>;
  readonly actions?: readonly ListAction<Row>[];
  /** Links from a row to other views. */
  readonly links?: (row: Row, scope: Scope) => readonly RowLink[];
  /** The subject in the cluster that a row is, for its log and its tasks. */
  readonly subject?: (row: Row, scope: Scope, cockpit: Known) => Subject | undefined;
  /** The object of a row that the service may have graphs of; the page of the row shows its figures over time. */
  readonly measured?: (row: Row, cockpit: Known) => readonly Measured[];
  /** The favourite that a row stands for, if that belongs to another list; undefined for a row that cannot be one. */
  readonly favourite?: FavouriteSource<Row>['favourite'];
  /** Additional keys. */
  readonly bindings?: (cockpit: Cockpit, scope: Scope, row: Row | undefined) => readonly Binding[];
}

/** A declared list with access to its view state, its rows, and its scope. */
export interface ListSpec<Row extends object>
  extends RowSpec<Row>, Pick<ListRows<Row>, 'handle' | 'rows' | 'filtered'> {
  readonly title: string;
  readonly home?: string | undefined;
  readonly scope: (cockpit: Shown) => Scope;
  /** The screen that Enter opens; by default the description of the row. */
  readonly open?: (row: Row, scope: Scope) => Omit<ScreenLink, 'label'>;
  /** The service's answers that a row is made from. */
  readonly answers: (cockpit: Known & Shown, row: Row) => readonly RowAnswer[];
  /** True if what the list is about is gone, so that its actions are removed. */
  readonly isMissing?: (cockpit: Known & Shown) => boolean;
  /** False before the first answer, when the list has no rows to count. */
  readonly isKnown?: (cockpit: Known) => boolean;
}
