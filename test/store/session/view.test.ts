import { expect, test } from 'vitest';
import { changeTop, createViewStore, pushOverlay } from '../../../src/store/session/view.ts';
import type { Overlay } from '../../../src/store/session/viewState.ts';

test('a change of the topmost overlay keeps those below it, and does nothing if another kind is on top', () => {
  const view = createViewStore(0, { utc: true });
  const overlays = [{ kind: 'help' }, { kind: 'menu', cursor: 0 }] as unknown as Overlay[];
  for (const overlay of overlays) pushOverlay(view, overlay);
  changeTop(view, 'help', () => overlays[1]!);
  expect(view.getState().overlays).toEqual(overlays);
  changeTop(view, 'menu', (menu) => ({ ...menu, cursor: 3 }));
  expect(view.getState().overlays).toEqual([{ kind: 'help' }, { kind: 'menu', cursor: 3 }]);
});
