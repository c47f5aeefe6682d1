import { expect, test } from 'vitest';
import { describeBinding } from '../../../src/screens/list/keys.ts';
import type { Action } from '../../../src/store/action/action.ts';
import { createViewStore } from '../../../src/store/session/view.ts';

test('once the described row is gone, no key of the page acts on the row that took its place', () => {
  const view = createViewStore(0, { utc: true });
  let underCursor = 'osd.1';
  const action = { id: 'scrub' } as unknown as Action;
  describeBinding(
    { view } as Parameters<typeof describeBinding>[0],
    () => underCursor,
    (title) => ({ title, facts: [], text: [] }),
    { actions: () => [action] },
  ).run();
  const overlay = view.getState().overlays.at(-1);
  const actions = () => (overlay?.kind === 'describe' ? overlay.actions() : undefined);
  expect(actions()).toEqual([action]);
  underCursor = 'osd.2';
  expect(actions()).toEqual([]);
});
