import { test } from 'vitest';
import { OVERLAYS, recordPlaces } from '../places.ts';

test('all that lies over the deck and over screens looks as recorded', () => recordPlaces(OVERLAYS), 120_000);
