import { expect, test } from 'vitest';
import { updateIntervalText, pacedLink } from '../../../src/app/terminal/pacedLink.ts';
import { createViewStore } from '../../../src/store/session/view.ts';
import { fakeClock } from '../../support/fakeClock.ts';

function made(asked?: 'on' | 'off' | 'auto') {
  const view = createViewStore(0, { utc: true });
  const { link } = pacedLink(fakeClock(), view, asked);
  return { link, said: () => view.getState().notice?.text };
}

test('a notice reports when the link is found to be slow, and when it is fast again', () => {
  const { link, said } = made();
  expect(said()).toBeUndefined();
  link.store.setState({ slow: true });
  expect(said()).toMatch(/^Slow link: updates are drawn every .*:slow off draws all/);
  link.store.setState({ slow: false });
  expect(said()).toMatch(/fast again/);
});

test('no notice reports the speed of a link that the operator has set', () => {
  const { link, said } = made('on');
  link.store.setState({ slow: !link.store.getState().slow });
  expect(said()).toBeUndefined();
});

test('on a fast link changes are drawn as they arrive', () => {
  const { link } = made('off');
  expect(updateIntervalText(link.store.getState())).toBe('as it comes');
});
