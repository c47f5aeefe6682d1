import { test } from 'vitest';
import { OVERLAYS, recordPlaces } from '../places.ts';

test('overlays look as recorded over the deck and over screens', () => recordPlaces(OVERLAYS), 120_000);
