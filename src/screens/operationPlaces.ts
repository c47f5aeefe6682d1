import { contract, type OperationId } from '../api/contract/index.ts';
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

/** The operations that are only reachable from the list of all operations. */
export const unreached = (): OperationId[] =>
  (Object.keys(contract) as OperationId[]).filter((id) => placesOf(id).length === 0);
