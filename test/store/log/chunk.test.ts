import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { LogChunk } from '../../../src/store/log/chunk.ts';

test('what is known of each line stays readable when a chunk that is not full is packed', () => {
  const chunk = new LogChunk();
  const events: LogEvent[] = ['one', 'two', 'three'].map((m, index) => ({
    t: 100 + index,
    p: 3 + index,
    sv: `osd.${index}`,
    m,
  }));
  for (const event of events) chunk.add(event);
  const known = () =>
    events.map((_, index) => [
      chunk.time(index),
      chunk.priority(index),
      chunk.pattern(index),
      chunk.source(index),
    ]);
  const before = known();
  expect(new Set(before.flat()).size).toBe(12);
  chunk.pack();
  expect(chunk.isPacked).toBe(true);
  expect(known()).toEqual(before);
});
