import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { matchesOf } from '../../../src/screens/log/matches.ts';
import { SCENARIO_NAMES } from '../../../src/service/sim/scenarios.ts';
import type { HealthRow } from '../../../src/store/answers/health.ts';
import { deck, openDeck, text } from '../openedDeck.ts';

/** A log line as it is displayed, without its time. */
const lineOf = ({ h, s, m }: LogEvent): string =>
  `${h === undefined ? '' : deck.cockpit.facts.hostName(h)} ${s} ${m}`;

/** The lines that the key L shows. */
function shown(): string[] {
  const { lines } = deck.cockpit.logs.snapshot();
  const { numbers, searched } = matchesOf(deck.cockpit);
  expect(searched).toBe(1);
  return Array.from({ length: numbers.length }, (_, index) => lineOf(lines.at(numbers.at(index)) ?? {}));
}

/** All lines of the service, except those only for developers. */
async function logged(): Promise<string[]> {
  const events = await deck.cockpit.api.readLogs({ query: { lines: 100_000 } });
  return events.filter(({ p = 7 }) => p <= 6).map(lineOf);
}

/** Parts of the lines about a check, in addition to its code. They are written independently of the screen's code. */
const ABOUT: Readonly<Record<string, (check: HealthRow) => RegExp | undefined>> = {
  OSD_DOWN: ({ detail }) =>
    new RegExp(detail.map((line) => String.raw`\b${line.split(' ')[0]}\b.* (?:failed|boot)`).join('|')),
  OSD_HOST_DOWN: ({ detail }) =>
    new RegExp(detail.map((line) => String.raw`osd\.\d+ failed .*host=${line.split(' ')[1]}\)`).join('|')),
  OSD_RACK_DOWN: ({ detail }) =>
    new RegExp(
      `${detail.map((line) => String.raw`osd\.\d+ failed .*rack=${line.split(' ')[1]},`).join('|')}|heartbeat_check: no reply from \\S+ osd\\.[45]\\d `,
    ),
  OSD_SLOW_PING_TIME_BACK: () => /heartbeat_check: no reply/,
  OSD_SLOW_PING_TIME_FRONT: () => /heartbeat_check: no reply/,
  OSD_SCRUB_ERRORS: () => /2\.0 deep-scrub \d/,
  PG_DAMAGED: ({ message }) => (message.includes('inconsistent') ? /2\.0 deep-scrub \d/ : undefined),
  MON_DOWN: () => /monitor election|is new leader|mon c:/,
  DEVICE_HEALTH: () => /stor-04 kernel .*medium error/,
  BLUESTORE_SPURIOUS_READ_ERRORS: () => /stor-04 kernel .*medium error/,
  OSDMAP_FLAGS: () => /flag (?:noscrub|noout|norecover|nobackfill) set|flag\(s\) set \(OSDMAP/,
};

/** Scenarios in which checks come and go during the test. Only the last occurrence is shown. */
const RESTLESS = new Set(['link-flap', 'net-mtu']);

describe.each(SCENARIO_NAMES.filter((name) => !RESTLESS.has(name)))(
  'key L on each check of the scenario %s',
  (scenario) => {
    test('the key L shows the log lines about the beginning of a check and its objects', async () => {
      await openDeck({ scenario, columns: 120, rows: 36 }, 12_000);
      for (const [index, check] of deck.cockpit.facts.health().checks.entries()) {
        await deck.press('1', 'g', ...Array.from({ length: index }, () => 'down'), 'L');
        await deck.clock.advance(2000);
        const lines = shown();
        const about = ABOUT[check.code]?.(check);
        const wanted = (await logged()).filter(
          (line) => line.includes(`(${check.code})`) || about?.test(line) === true,
        );
        expect(wanted.length, check.code).toBeGreaterThan(check.code === 'NO_CLUSTER' ? -1 : 0);
        expect(new Set(wanted).difference(new Set(lines)), check.code).toEqual(new Set());
        if (about)
          expect(
            wanted.some((line) => about.test(line)),
            check.code,
          ).toBe(true);
        // Lines that are unrelated to any check of these scenarios are not shown.
        const strange = lines.filter((line) => /Updating MDS map|session opened for user/.test(line));
        if (!/^(?:OSD_(?:\w+_)?DOWN|MON_DOWN|MDS_\w+)$/.test(check.code))
          expect(strange, check.code).toEqual([]);
        await deck.press('esc');
      }
      expect(await text()).toMatch(/1 Health/);
    });
  },
);
