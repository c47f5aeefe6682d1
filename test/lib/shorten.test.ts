import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortened } from '../../src/lib/shorten.ts';
import { width } from '../../src/lib/text.ts';

const room = (columns: number, most = 1) => ({ columns, most, ellipsis: '…' });

test('the longest wording that fits is chosen', () => {
  const ways = ['31 placement groups cannot serve I/O', '31 PGs cannot serve I/O'];
  expect(shortened(ways, room(40))).toEqual(['31 placement groups cannot serve I/O']);
  expect(shortened(ways, room(24))).toEqual(['31 PGs cannot serve I/O']);
  expect(shortened(ways, room(20, 2))).toEqual(['31 placement groups', 'cannot serve I/O']);
});

test('a text that does not fit is cut after a clause', () => {
  const text = 'disk sdb of osd.26 reports errors, and the OSD is down';
  expect(shortened([text], room(40))).toEqual(['disk sdb of osd.26 reports errors …']);
});

test('a text whose clauses are too short is cut after a word, and never inside a number', () => {
  expect(shortened(['held: rack3 as a whole is never marked out'], room(30))).toEqual([
    'held: rack3 as a whole is …',
  ]);
  expect(shortened(['it does 6500 operations'], room(14))).toEqual(['it does 6500 …']);
  expect(shortened(['it does 6500 operations'], room(13))).toEqual(['it does …']);
});

test('a shortened text is never longer than the available room', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 1, max: 3 }),
      (text, columns, most) => {
        const lines = shortened([text], room(columns, most));
        expect(lines.length).toBeLessThanOrEqual(most);
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
      },
    ),
  );
});
