import { expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { describeRow } from '../../../src/screens/description/describeRow.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import { createViewStore } from '../../../src/store/session/view.ts';

const factsOf = (row: object) => {
  const look = createLook({ depth: 'none', unicode: true });
  const cockpit = { look, view: createViewStore(0, { utc: true }) } as unknown as Cockpit;
  return Object.fromEntries(describeRow(cockpit, 'x', row).facts);
};

test('timestamps in a description are shown as dates, whatever their unit', () => {
  expect(factsOf({ lastModified: 1_795_332_736, validUntil: 1_795_332_736_000 })).toEqual({
    'last modified': '2026-11-22 07:32:16Z',
    'valid until': '2026-11-22 07:32:16Z',
  });
});

test('other numbers in a description stay unchanged', () => {
  expect(factsOf({ lastModified: 0, size: 1_795_332_736, lastSeen: 3, modified: 'yesterday' })).toEqual({
    'last modified': '0',
    size: '1795332736',
    'last seen': '3',
    modified: 'yesterday',
  });
});
