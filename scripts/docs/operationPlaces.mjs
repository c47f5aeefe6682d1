import { panes } from '../../src/screens/panes.ts';
import { screens } from '../../src/screens/screens.ts';
import { PANE_FACTS, PANES } from '../../src/store/session/panes.ts';

/**
 * Titles of the panes and screens that use an operation, those of the deck first.
 *
 * @param {import('../../src/api/contract/index.ts').OperationId} id
 * @returns {string[]}
 */
export function placesOf(id) {
  const onDeck = Object.values(panes).filter(({ reads, operations: called }) =>
    [...reads.flatMap(({ operations }) => operations), ...called].includes(id),
  );
  const found = screens.filter(({ operations }) => operations.includes(id));
  return [
    ...onDeck.map(({ id: pane }) => `${PANE_FACTS[pane].title} (\`${PANES.indexOf(pane) + 1}\`)`),
    ...found.map(({ title, names: [name] }) => (name === undefined ? title : `${title} (\`:${name}\`)`)),
  ];
}
