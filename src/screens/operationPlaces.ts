import type { OperationId } from '../api/contract/index.ts';
import { PANE_FACTS, PANES } from '../store/session/panes.ts';
import { panes } from './panes.ts';
import { screens } from './screens.ts';

/** Titles of the panes and screens that use an operation, those of the deck first. */
export function placesOf(id: OperationId): readonly string[] {
  const onDeck = Object.values(panes).filter(({ reads, operations: called }) =>
    [...reads.flatMap(({ operations }) => operations), ...called].includes(id),
  );
  const found = screens.filter(({ operations }) => operations.includes(id));
  return [
    ...onDeck.map(({ id: pane }) => `${PANE_FACTS[pane].title} (\`${PANES.indexOf(pane) + 1}\`)`),
    ...found.map(({ title, names: [name] }) => (name === undefined ? title : `${title} (\`:${name}\`)`)),
  ];
}
