import { expect, test } from 'vitest';
import { naturalOrder } from '../../src/lib/natural.ts';

test('natural order sorts numbers within texts by their value', () =>
  expect(['osd.10', 'osd.9', 'b', 'a2', 'a10'].toSorted(naturalOrder)).toEqual([
    'a2',
    'a10',
    'b',
    'osd.9',
    'osd.10',
  ]));
