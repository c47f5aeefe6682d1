import { clockTime, zoneName } from '../../lib/format.ts';
import { fit, visible, width } from '../../lib/text.ts';
import { latencyText, TOP_LINE_FROM, trafficText } from '../../screens/figures/trafficLine.ts';
import { levelRole, levelSign } from '../../screens/levels.ts';
import { resources } from '../../store/cache/resources.ts';
import { ageMs, isStale } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { coarseAge } from './deckFrame.ts';

/** The age of the newest cluster status, marked if it is stale or if reading it fails. */
function freshness(cockpit: Known & Shown): string {
  const { look, view, cache } = cockpit;
  const status = cache.slot(resources.status);
  const { paint } = look;
  const now = view.getState().now;
  if (view.getState().paused) return paint('warn', 'PAUSED');
  const ms = ageMs(status, now);
  if (ms === undefined) {
    return status.error ? paint('error', 'NO CONNECTION') : paint('dim', 'connecting');
  }
  const old = coarseAge(cockpit, ms / 1000);
  const stale = isStale(status, now);
  const failing = status.failures > 0;
  return stale || failing
    ? paint('error', `${stale ? 'STALE' : 'failing'}, data ${old}`)
    : paint('dim', `data ${old}`);
}

/** The mark for a slow link: updates may be drawn later than usual. */
function linkMark({ look, link }: Shown): string[] {
  const { slow, roundTripMs } = link.store.getState();
  const trip = roundTripMs === undefined ? '' : ` ${roundTripMs} ms`;
  return slow ? [look.paint('info', `slow link${trip}`)] : [];
}

/** The clock; on a slow link without seconds, which would cost a frame each. */
function timeOfDay({ view, link }: Shown): string {
  const { now, utc } = view.getState();
  const time = clockTime(now, utc);
  return link.store.getState().slow ? time.replace(/:\d\d(?=Z?$)/, '') : time;
}

/** The name of the local time zone; empty for UTC, whose times end in Z. */
function zoneOf({ view }: Shown): string {
  const { now, utc } = view.getState();
  return utc ? '' : ` ${zoneName(now)}`;
}

/** The age of the service's own data: its age in the last answer plus the time since that answer. */
function storeAge(cockpit: Known & Shown): string[] {
  const { look, view, cache, facts } = cockpit;
  const { storeAge: seconds } = facts.cluster();
  const ms = ageMs(cache.slot(resources.status), view.getState().now) ?? 0;
  return seconds === undefined ? [] : [look.paint('dim', `store ${coarseAge(cockpit, seconds + ms / 1000)}`)];
}

/** The read and write rates of clients, and the recovery rate while data is being moved. */
function trafficParts(cockpit: Known & Shown, columns: number): readonly string[] {
  if (columns < TOP_LINE_FROM) return [];
  const isMoving = (cockpit.facts.cluster().recoveryBytes ?? 0) > 0;
  return [
    trafficText(cockpit, 'read'),
    trafficText(cockpit, 'write'),
    isMoving ? trafficText(cockpit, 'recovery') : '',
  ].filter(Boolean);
}

/**
 * The top line: the cluster's name, its health and the age of that information, then details as far as they fit. The name,
 * the health and the marks DEMO, PROD, READ-ONLY and I/O BLOCKED are never dropped.
 */
export function headerLine(cockpit: Known & Shown, columns: number): string {
  const { look, context, facts, view } = cockpit;
  const { paint } = look;
  const { now } = view.getState();
  const health = facts.health();
  const cluster = facts.cluster();
  const fsid = cluster.fsid?.slice(0, 8);
  const lasted = health.since === undefined ? 'now' : coarseAge(cockpit, (now - health.since) / 1000);
  const since = lasted === 'now' ? '' : ` ${health.sinceExact ? '' : '>'}${lasted}`;
  const marks = [
    ...(context.demo ? [paint('warn', 'DEMO')] : []),
    ...(context.production ? [paint('danger', ' PROD ')] : []),
    ...(cockpit.readOnly() === undefined ? [] : [paint('info', 'READ-ONLY')]),
  ];
  const kept = [
    paint('title', visible(context.name, look.unicode)),
    ...marks,
    ...(facts.isBlocked() ? [paint('error', 'I/O BLOCKED')] : []),
    paint(levelRole(health.level), `${visible(health.status, look.unicode)}${since}`),
    freshness(cockpit),
    ...linkMark(cockpit),
  ];
  const others = cockpit.fleet.store.getState().members.filter(({ current }) => !current);
  const optional = [
    ...trafficParts(cockpit, columns),
    ...others.map(
      ({ context: { name }, level }) =>
        `${levelSign(look, level)} ${paint('dim', visible(name, look.unicode))}`,
    ),
    ...(columns < TOP_LINE_FROM ? [] : [latencyText(cockpit)].filter(Boolean)),
    ...(fsid === undefined ? [] : [paint('dim', visible(fsid, look.unicode))]),
    ...storeAge(cockpit),
    paint('dim', visible(context.address, look.unicode)),
  ];
  let left = ` ${kept.join('  ')}`;
  const time = timeOfDay(cockpit);
  const zoned = `${time}${zoneOf(cockpit)}`;
  const end = paint('dim', width(left) + width(zoned) + 3 <= columns ? zoned : time);
  for (const part of optional) {
    const longer = `${left}  ${part}`;
    if (width(longer) + width(end) + 3 <= columns) left = longer;
  }
  const room = columns - width(end) - 2;
  return room < width(left) ? fit(left, columns, 'left', look.glyphs.ellipsis) : `${fit(left, room)} ${end} `;
}
