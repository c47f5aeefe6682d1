import { expect, test } from 'vitest';
import type { Engine } from '../../../src/service/engine.ts';
import type { SimEngine } from '../../../src/service/sim/engine.ts';
import { plainText } from '../roleMap.ts';
import { showDeck } from '../shownDeck.tsx';

async function frameOf(scenario: string, columns: number, rows: number): Promise<string> {
  await using deck = await showDeck({ columns, rows, scenario });
  await deck.clock.advance(12_000);
  return plainText(await deck.frame());
}

test('in little room the number of inactive groups and their pools is shown in fewer words', async () => {
  expect(await frameOf('rack-partition', 80, 22)).toMatch(
    /BLOCK 394 PGs cannot serve I\/O: rgw-data 194,[^\n]*\n +vm-disks 66, databases 64 and 2 more +│/,
  );
  expect(await frameOf('rack-partition', 60, 16)).toMatch(
    /BLOCK 394 PGs cannot serve I\/O: rgw-data 194, vm-disks 66,\n +databases 64 and 2 more\n/,
  );
});

test('checks without a row are counted in one, with their names as far as there is room, and scroll into view', async () => {
  const frame = await frameOf('rack-partition', 80, 24);
  expect(frame).toMatch(/OSD_RACK_DOWN[^\n]*\n ▲ 5 more checks, explained above +│/);
  await using deck = await showDeck({ columns: 110, rows: 27, scenario: 'rack-partition' });
  await deck.clock.advance(12_000);
  const codes = deck.cockpit.facts.health().checks.map(({ code }) => code);
  expect(plainText(await deck.frame())).toMatch(
    new RegExp(`${codes[1]} [^\\n]*\\n ▲ 4 more checks, explained above: ${codes[2]}, ${codes[3]}, …│`),
  );
  await deck.press('end');
  expect(plainText(await deck.frame())).toMatch(
    new RegExp(`▌▲ ${codes[5]} [^\\n]*\\n ▲ 4 more checks, explained above: ${codes[0]}, `),
  );
});

test('a cause is shown in full before a second check, and the text of a check is not cut inside a number', async () => {
  const frame = await frameOf('demo', 60, 16);
  expect(frame).toMatch(
    /CAUSE disk sdb of osd\.26 on stor-06 reports errors, and the\n +OSD is down {2}certain/,
  );
  expect(frame).toMatch(/PG_DEGRADED {2}[\d.]+% degraded/);
});

test.each([
  ['clock-skew', /MON_CLOCK_SKEW {2}clock skew detected on[^\n]*\n +mon\.b +│/],
  ['failing-disk', /DEVICE_HEALTH {2}1 device\(s\) expected to[^\n]*\n +fail soon +│/],
  ['large-omap', /LARGE_OMAP_OBJECTS {2}1 large omap[^\n]*\n +objects +│/],
  ['mds-down', /MDS_INSUFFICIENT_STANDBY {2}insufficient[^\n]*\n +standby MDS daemons available +│/],
])('the message of a check comes before the usage of the cluster at 80x24 in %s', async (story, message) => {
  expect(await frameOf(story, 80, 24)).toMatch(message);
});

test('if not all sentences fit, the cause is shown in full', async () => {
  await using deck = await showDeck({ columns: 80, rows: 24, scenario: 'net-mtu' });
  await deck.clock.advance(40_000);
  const shown = plainText(await deck.frame())
    .replace(/│.*/g, '')
    .replace(/\s+/g, ' ');
  expect(shown).toContain('CAUSE likely the cluster network of stor-06 is cut or drops large packets');
});

test('a check that only counts its single subject names it if its message has no room', async () => {
  const engine = (made: Engine) => {
    (made as SimEngine).cluster.setBucketFlag('stor-02', 'noout', true);
    return made;
  };
  await using deck = await showDeck({ columns: 60, rows: 14, scenario: 'calm', engine });
  await deck.clock.advance(20_000);
  expect(plainText(await deck.frame())).toMatch(/OSD_FLAGS {2}host stor-02 has flags noout/);
});
