import { expect, test } from 'vitest';
import { plainText } from '../roleMap.ts';
import { showDeck } from '../shownDeck.tsx';

async function frameOf(scenario: string, columns: number, rows: number): Promise<string> {
  await using deck = await showDeck({ columns, rows, scenario });
  await deck.clock.advance(12_000);
  return plainText(await deck.frame());
}

test('where there is little room, fewer words say how many groups serve nobody and whose they are', async () => {
  expect(await frameOf('rack-partition', 80, 24)).toMatch(
    /BLOCK 394 PGs serve nobody: rgw-data 194,[^\n]*\n +vm-disks 66, databases 64 and 2 more +│/,
  );
  expect(await frameOf('rack-partition', 60, 16)).toMatch(
    /BLOCK 394 PGs serve nobody: rgw-data 194 and 4 more/,
  );
});

test('a cause that has no room ends with a clause, and a check with a whole number', async () => {
  const frame = await frameOf('demo', 60, 16);
  expect(frame).toMatch(/CAUSE disk sdb of osd\.26 on stor-06 gives errors …/);
  expect(frame).toMatch(/PG_DEGRADED {2}[\d.]+% degraded/);
});
