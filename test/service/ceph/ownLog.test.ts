import { expect, test } from 'vitest';
import { PRIORITY } from '../../../src/lib/priority.ts';
import type { LogBook } from '../../../src/service/ceph/log/book.ts';
import { ownLog } from '../../../src/service/ceph/ownLog.ts';
import { fakeClock } from '../../support/fakeClock.ts';

test('a line of the service has its time in seconds, its part of the service, and its server once that is known', () => {
  const lines: unknown[] = [];
  const book = { write: (some: readonly unknown[]) => lines.push(...some) } as unknown as LogBook;
  let server: number | undefined;
  const note = ownLog(book, fakeClock(5500), () => server);
  note('it begins');
  server = 7;
  note('it failed', PRIORITY.error, 'nfs');
  expect(lines).toEqual([
    { t: 5.5, m: 'it begins', s: 'mgmt', p: PRIORITY.notice },
    { t: 5.5, m: 'it failed', s: 'nfs', p: PRIORITY.error, h: 7 },
  ]);
});
