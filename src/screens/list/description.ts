import type { Description } from '../../store/action/action.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { lastLines } from '../logLines/lastLines.ts';
import { nameOf, pageOf } from '../page.ts';
import { changesMade, lastTasks } from '../relatedActivity.ts';
import type { ScreenLink } from '../screen.ts';
import type { RowLink } from './links.ts';
import type { ListSpec, RowSpec } from './spec.ts';

/** The lists on the page of a row: what Enter opens, under the name of its link if it has one, and the links that say so. */
function listsOnPage(
  links: readonly RowLink[],
  opened: Omit<ScreenLink, 'label'> | undefined,
): NonNullable<Description['lists']> {
  const isOpened = ({ screen, scope }: ScreenLink) =>
    screen === opened?.screen && JSON.stringify(scope) === JSON.stringify(opened.scope);
  const shown = links.filter((link) => 'screen' in link && (link.onPage !== undefined || isOpened(link)));
  const named = shown as readonly ScreenLink[];
  return opened === undefined || named.some(isOpened) ? named : [opened, ...named];
}

/** The description of a row, with the names of its links, its last tasks and changes, and its last log lines. */
export function rowDescription<Row extends object>(
  cockpit: Known & Shown,
  spec: RowSpec<Row> & Required<Pick<RowSpec<Row>, 'level'>> & Pick<ListSpec<Row>, 'open'>,
  row: Row,
  scope: Scope,
): Description {
  const paged = { row, columns: spec.columns, level: spec.level(row), trouble: spec.trouble?.(row), scope };
  const description = spec.describe?.(cockpit, row, scope) ?? pageOf(cockpit, spec.page ?? {}, paged);
  const links = spec.links?.(row, scope) ?? [];
  const related = links.map(({ label }) => label);
  const { describe, page, open } = spec;
  // A page with a table or a text of its own shows there what Enter opens.
  const isShown = (describe ?? page?.table ?? page?.text) !== undefined;
  const lists = listsOnPage(links, isShown ? undefined : open?.(row, scope));
  const subject = spec.subject?.(row, scope, cockpit);
  const made = changesMade(cockpit, {
    here: [spec.rowId(row), nameOf(cockpit, spec.columns, row)],
    anywhere: subject?.names ?? [],
  });
  return {
    ...description,
    ...(related.length > 0 && { related }),
    ...(lists.length > 0 && { lists }),
    ...(made.length > 0 && { made }),
    ...(subject !== undefined && { tasks: lastTasks(cockpit, subject), log: lastLines(cockpit, subject) }),
  };
}
