import { expect, test } from 'vitest';
import { createHistory } from '../../../src/store/session/history.ts';
import type { PaneId } from '../../../src/store/session/panes.ts';
import { createViewStore, freshList, popOverlay, pushOverlay } from '../../../src/store/session/view.ts';

function opened() {
  const view = createViewStore(0, { utc: true });
  const history = createHistory(view);
  const screen = (name: string) =>
    pushOverlay(view, { kind: 'screen', screen: name, scope: {}, list: freshList, pageRows: 1, limit: 500 });
  const zoom = (focus: PaneId) => view.setState({ focus, zoomed: true });
  const place = () => {
    const { overlays, focus, zoomed } = view.getState();
    const top = overlays.findLast((overlay) => overlay.kind === 'screen');
    return top ? top.screen : zoomed ? focus : 'deck';
  };
  return { view, history, screen, zoom, place };
}

test('the history goes back and forward through the visited views', () => {
  const { history, screen, zoom, place } = opened();
  zoom('disks');
  screen('rbd');
  expect([history.back(), place()]).toEqual([true, 'disks']);
  expect([history.back(), place()]).toEqual([true, 'deck']);
  expect(history.back()).toBe(false);
  expect([history.forward(), place()]).toEqual([true, 'disks']);
  expect([history.forward(), place()]).toEqual([true, 'rbd']);
  expect(history.forward()).toBe(false);
});

test('the last view and the present one can be swapped', () => {
  const { view, history, screen, place } = opened();
  expect(history.last()).toBe(false);
  screen('rbd');
  popOverlay(view);
  expect(place()).toBe('deck');
  history.last();
  expect(place()).toBe('rbd');
  history.last();
  expect(place()).toBe('deck');
});

test('a new view ends the forward history', () => {
  const { history, zoom, place } = opened();
  zoom('disks');
  history.back();
  zoom('tasks');
  expect(history.forward()).toBe(false);
  history.back();
  expect(place()).toBe('deck');
});

test('a screen from the history returns with its cursor', () => {
  const { view, history, screen } = opened();
  screen('rbd');
  view.setState(({ overlays }) => ({
    overlays: overlays.map((overlay) =>
      overlay.kind === 'screen' ? { ...overlay, list: { ...overlay.list, cursor: 'vm' } } : overlay,
    ),
  }));
  popOverlay(view);
  history.last();
  expect(view.getState().overlays[0]).toMatchObject({ screen: 'rbd', list: { cursor: 'vm' } });
});

test('focus changes on the deck and dialogs add nothing to the history', () => {
  const { view, history } = opened();
  view.setState({ focus: 'logs' });
  pushOverlay(view, { kind: 'quit' });
  popOverlay(view);
  expect(history.back()).toBe(false);
});
