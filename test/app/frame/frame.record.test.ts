import { test } from 'vitest';
import { BARE, recordPlaces } from '../places.ts';

test(
  'the deck and a screen look as recorded, narrowed, in full and with a page beside',
  () => recordPlaces(BARE),
  120_000,
);
