import { expect, test } from 'vitest';
import { screenSource, screenState } from '../../src/screens/source.ts';
import { composed } from '../../src/store/cache/resource.ts';
import { topScreen } from '../../src/store/session/screenView.ts';
import { freshScreen } from '../../src/store/session/view.ts';
import { deck, openDeck } from './openedDeck.ts';

const ofPools = screenSource('image-pools', {
  reads: () => ({ pools: composed({ key: ['nothing'], read: async () => [] }) }),
  derive: ({ pools }) => pools,
});
const ofBuckets = screenSource('s3-buckets', {
  reads: () => ({ buckets: composed({ key: ['nothing'], read: async () => [] }) }),
  derive: ({ buckets }) => buckets,
});

test('a source gives the data of its own kind of screen, and none of another kind or of the deck', async () => {
  await openDeck({ columns: 80, rows: 24 });
  expect(ofPools.onTop(deck.cockpit)).toBeUndefined();
  await deck.command('rbd');
  const screen = topScreen(deck.cockpit.view.getState());
  expect(screen?.screen).toBe('image-pools');
  expect(ofPools.of(deck.cockpit, screen)).toEqual(deck.cockpit.screens.slot(screen!).data);
  expect(ofPools.onTop(deck.cockpit)).toHaveProperty('rows');
  expect(ofBuckets.of(deck.cockpit, screen)).toBeUndefined();
});

test('the state of a screen is the initial one before any change, and for screens of another kind', () => {
  const stateOf = screenState('s3-buckets', 'initial');
  expect(stateOf(undefined)).toBe('initial');
  expect(stateOf(freshScreen('s3-buckets', {}))).toBe('initial');
  expect(stateOf({ ...freshScreen('s3-buckets', {}), state: 'changed' })).toBe('changed');
  expect(stateOf({ ...freshScreen('image-pools', {}), state: 'changed' })).toBe('initial');
});
