import type { NavigationKey } from '../../store/action/action.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { type ScreenLink, openScreen, type PaneLink } from '../screen.ts';
import { screenList } from './handle.ts';

/** A link from a row: to a screen, or to a pane of the deck. */
export type RowLink = ScreenLink | PaneLink;

function follow(cockpit: Cockpit, link: RowLink): void {
  if ('go' in link) link.go(cockpit);
  else {
    openScreen(cockpit, link.screen, link.scope);
    if (link.filter !== undefined) screenList.change(cockpit, { filter: link.filter, visit: true });
  }
}

/** Opens the menu of the row's links. */
function openLinks(cockpit: Cockpit, links: readonly RowLink[]): void {
  const items = links.map((link) => ({
    label: link.label,
    run: () => follow(cockpit, link),
  }));
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Go to', items: () => items, cursor: 0 });
}

/** The key that opens this menu. @param nothing the reason why there is no row, if there is none */
export const linksKey = (cockpit: Cockpit, links: readonly RowLink[], nothing?: string): NavigationKey => ({
  keys: ['o'],
  label: 'related',
  help: 'Go to what is related to the row',
  footer: 10,
  refused: nothing ?? (links.length === 0 ? 'nothing is related to it' : undefined),
  go: () => openLinks(cockpit, links),
});
