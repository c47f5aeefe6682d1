import { test } from 'vitest';
import { BARE, recordPlaces } from '../places.ts';

test(
  'the deck and a screen look as recorded: filtered, in full, and with a page beside the list',
  () => recordPlaces(BARE),
  120_000,
);
