import { expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { handlerOf } from '../../service/handlerOf.ts';
import { confirm, fill } from '../dialogSteps.ts';
import { deck, openScreen, text } from '../openedDeck.ts';

test.each<[what: string, change: (disk: Disk) => Disk[]]>([
  ['is gone', () => []],
  ['is in another server', (disk) => [{ ...disk, server: 9, hostname: 'stor-09' }]],
  ['has another OSD', (disk) => [{ ...disk, osdId: 99 }]],
])('nothing is done to a disk that %s since its dialog was opened', async (_, change) => {
  const sent: unknown[] = [];
  let hasChanged = false;
  await openScreen('disk stor-01', {
    engine: (inner) => ({
      ...inner,
      handlers: {
        ...inner.handlers,
        async listDisks(...call) {
          const disks = await handlerOf(inner.handlers, 'listDisks')(...call);
          return hasChanged ? disks.flatMap((disk) => (disk.osdId === 3 ? change(disk) : disk)) : disks;
        },
        benchmarkDisk(input) {
          sent.push(input);
          return { id: 1, state: 'RUNNING' };
        },
      },
    }),
  });
  await deck.press('/', ...'osd.3'.split(''), 'enter', 'B');
  await fill(deck, []);
  expect(await text()).toMatch(/Measure the speed of osd\.3/);
  hasChanged = true;
  await deck.clock.advance(60_000);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/osd\.3 changed or went away while this was open; nothing was sent\./);
  expect(sent).toEqual([]);
});
