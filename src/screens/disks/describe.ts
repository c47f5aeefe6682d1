import { exact } from '../../lib/decimal.ts';
import { age, bytes, clockTime, percent } from '../../lib/format.ts';
import { heading } from '../../lib/textLine.ts';
import { plural } from '../../lib/words.ts';
import type { Description } from '../../store/action/action.ts';
import { type OsdRow, smartText } from '../../store/answers/osds.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { FLAP_WINDOW_MS } from '../../store/session/osdHistory.ts';
import { daemonWord } from '../daemonWord.ts';
import { since } from '../since.ts';

/** The name of a row: its OSD, or else its device. */
export const nameOf = (row: OsdRow) => (row.osdId === undefined ? row.device || row.id : `osd.${row.osdId}`);

/** "UP", "DOWN in", "DOWN out"; the dangerous state is down and still in. */
export function stateOf(row: OsdRow): string {
  if (row.missing) return 'MISSING';
  if (row.status === '') return row.role;
  if (row.in === undefined) return row.status;
  return row.status === 'UP' && row.in ? 'UP' : `${row.status} ${row.in ? 'in' : 'out'}`;
}

/** The text for a value that is unknown because the disk's server is silent, with the time since when. */
function unknownText(cockpit: Known & Shown, { silent, serverLastSeen = 0 }: OsdRow): string {
  const { at } = cockpit.cache.slot(resources.disks);
  if (!silent || at === undefined) return 'not known';
  const since = clockTime(at - serverLastSeen * 1000, cockpit.view.getState().utc);
  return `not known since ${since}, when its server was last heard from`;
}

/** The number of times that an OSD went down, and the start of that count. */
function wentDownText(cockpit: Known & Shown, { osdId, down, flaps }: OsdRow): string {
  const { now, utc } = cockpit.view.getState();
  const watched = cockpit.facts.watchedSince();
  if (watched === undefined) return '--';
  const { gapAt } = cockpit.facts;
  // It may have gone down and up again while this console did not watch.
  const least = (gapAt() ?? -Infinity) > now - FLAP_WINDOW_MS ? 'at least ' : '';
  if (watched <= now - FLAP_WINDOW_MS) return `${least}${plural(flaps, 'time')} within 10 minutes`;
  // Before this console watched, only what the cluster's log says is known.
  const logged = osdId === undefined ? [] : cockpit.facts.loggedDowns(osdId);
  const since = clockTime(logged[0] ?? watched, utc);
  const count = flaps + logged.length;
  if (down && !down.exact && count === 0) return `not known: it was down already at ${since}`;
  return `${least}${plural(count, 'time')} since ${since}; not known before that`;
}

/** The description of a disk and its OSD. */
export function describeDisk(cockpit: Known & Shown, row: OsdRow): Description {
  return {
    title: `${nameOf(row)} on ${row.host}`,
    state: { word: stateOf(row), level: row.level },
    facts: [
      ['status', stateOf(row)],
      ...(row.down ? [['down for', since(cockpit, row.down.at, row.down.exact)] as const] : []),
      ['device', row.path || row.device || '--'],
      ['role', row.role || '--'],
      ['class', row.deviceClass || '--'],
      ['serial', row.serial || '--'],
      ['model', row.info || '--'],
      ['capacity', bytes(row.capacity)],
      ['used', `${percent(row.usedShare, 1)} (${bytes(row.used)})`],
      ['reweight', row.reweight === undefined ? '--' : exact(row.reweight)],
      ['SMART', row.smart === 'unknown' ? unknownText(cockpit, row) : row.smart],
      ['daemon', row.daemon === 'unknown' ? unknownText(cockpit, row) : daemonWord(row.daemon)],
      ['last seen', age(row.lastSeen)],
      ['server seen', age(row.serverLastSeen)],
      ...(row.osdId === undefined ? [] : [['went down', wentDownText(cockpit, row)] as const]),
    ],
    text: [
      ...(row.why.length === 0 ? ['It reports no problem.'] : [`Problems: ${row.why.join(', ')}`]),
      ...(smartText(row.disk) === ''
        ? []
        : [
            '',
            heading(row.silent ? 'SMART, as last reported by its server' : 'SMART'),
            ...smartText(row.disk).split('\n'),
          ]),
    ],
  };
}
