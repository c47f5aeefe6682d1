import type { Look, Role } from '../../../lib/look.ts';
import { FILL_STATES, type FillState, FULLNESS } from '../../../store/answers/node.ts';
import {
  MAP_STATES,
  type MapMeasure,
  type MapState,
  mapState,
  measured,
  type OsdMap,
  type Readings,
} from '../../../store/answers/osdMap.ts';
import type { OsdRow } from '../../../store/answers/osds.ts';
import { levelRole } from '../../levels.ts';

/** The appearance of a cell: a sign that is unique without colour, and a role. */
export interface CellSign {
  readonly sign: string;
  readonly role: Role;
}

const STATE_ROLES: Readonly<Record<MapState, Role>> = {
  up: 'dim',
  unknown: 'dim',
  out: 'warn',
  destroyed: 'warn',
  watch: 'warn',
  downOut: 'warn',
  failing: 'error',
  down: 'error',
};

const STATE_WORDS: Readonly<Record<MapState, string>> = {
  up: 'up',
  unknown: 'not known',
  out: 'out',
  destroyed: 'destroyed',
  watch: 'to look at',
  downOut: 'down, out',
  failing: 'in trouble',
  down: 'down, in',
};

/** An OSD's state in words. */
export const stateWord = (row: OsdRow): string => STATE_WORDS[mapState(row)];

const stateSign = ({ glyphs }: Look, state: MapState): CellSign => ({
  sign: glyphs.osd[state],
  role: STATE_ROLES[state],
});

/** A sign for a value from a ramp; `share` is relative to the value of its last sign. */
const rampSign = ({ glyphs: { spark, leaf } }: Look, share: number): CellSign => ({
  sign: spark[Math.max(0, Math.min(spark.length - 1, Math.floor(share * spark.length)))] ?? leaf,
  role: 'dim',
});

/** Letters for the states of OSDs that fill up. */
const LETTERS = { nearfull: 'n', backfillfull: 'b', full: 'F' } as const;
const fillSign = (state: FillState): CellSign => ({
  sign: LETTERS[state],
  role: levelRole(FULLNESS[state].level),
});

const useSign = (look: Look, share: number, { fill }: OsdRow): CellSign =>
  fill === undefined ? rampSign(look, share) : fillSign(fill);

/** Milliseconds at or above which a commit is slow, and at or above which clients hang. */
const SLOW_MS = 40;
const STUCK_MS = 1000;
const SLOW = { sign: 's', role: 'warn' } as const;
const STUCK = { sign: 'S', role: 'error' } as const;

function latencySign(look: Look, ms: number): CellSign {
  if (ms >= STUCK_MS) return STUCK;
  return ms >= SLOW_MS ? SLOW : rampSign(look, ms / SLOW_MS);
}

/** An OSD has many placement groups at or above this multiple of its fair share; chosen by us, Ceph has no such limit. */
const MANY_SHARE = 1.5;
const MANY = { sign: 'm', role: 'warn' } as const;

const shareSign = (look: Look, share: number): CellSign =>
  share >= MANY_SHARE ? MANY : rampSign(look, share / MANY_SHARE);

/**
 * Hours after which a deep scrub is due: Ceph's default of osd_deep_scrub_interval, seven days. It is late, and raises
 * PG_NOT_DEEP_SCRUBBED, three quarters of that later: the default of mon_warn_pg_not_deep_scrubbed_ratio.
 */
const DUE_HOURS = 7 * 24;
const LATE_HOURS = DUE_HOURS * 1.75;
const DUE = { sign: 'd', role: 'text' } as const;
const LATE = { sign: 'L', role: 'warn' } as const;

function scrubSign(look: Look, hours: number): CellSign {
  if (hours >= LATE_HOURS) return LATE;
  return hours >= DUE_HOURS ? DUE : rampSign(look, hours / DUE_HOURS);
}

const VALUE_SIGNS = { use: useSign, latency: latencySign, pgs: shareSign, scrub: scrubSign } as const;

/** The sign of an OSD. An OSD that is down looks the same for every measure. */
export function cellSign(look: Look, row: OsdRow, measure: MapMeasure, readings: Readings): CellSign {
  const state = mapState(row);
  if (measure === 'state' || state === 'down' || state === 'downOut') return stateSign(look, state);
  const value = measured(row, measure, readings);
  return value === undefined
    ? { sign: look.glyphs.leaf, role: 'dim' }
    : VALUE_SIGNS[measure](look, value, row);
}

/** The signs of a measure with their meanings. */
function signsOf({ paint, glyphs }: Look, measure: Exclude<MapMeasure, 'state'>): readonly string[] {
  const [low = '', high = ''] = [glyphs.spark[0], glyphs.spark.at(-1)];
  const named = ({ sign, role }: CellSign, word: string) => `${paint(role, sign)} ${word}`;
  const unknown = (word: string) => `${glyphs.leaf} ${word}`;
  switch (measure) {
    case 'use':
      return [
        `use: ${low} empty to ${high} 100%`,
        ...FILL_STATES.map((state) => named(fillSign(state), state)),
      ];
    case 'latency':
      return [
        `commit: ${low} 0 to ${high} ${SLOW_MS} ms`,
        named(SLOW, 'slow'),
        named(STUCK, `over ${STUCK_MS / 1000} s`),
        unknown('no data'),
      ];
    case 'pgs':
      return [
        `PGs: ${low} 0 to ${high} ${MANY_SHARE} of its share`,
        named(MANY, 'more'),
        unknown('not known'),
      ];
    case 'scrub':
      return [
        `deep scrub: ${low} now to ${high} ${DUE_HOURS / 24}d`,
        named(DUE, 'due'),
        named(LATE, 'late'),
        unknown('not known'),
      ];
  }
}

/** The names of measures that may be unknown for all OSDs. */
const NAMES = { latency: 'commit latency', pgs: 'PGs', scrub: 'deep scrub' } as const;

const SCALE_WORDS = { host: 'cell = host', rack: 'cell = rack' } as const;

/**
 * The legend of a map, the worst first, with the number of OSDs in each state.
 * @param unknown the reason why no value of the measure is known
 */
export function legend(look: Look, map: OsdMap, measure: MapMeasure, unknown?: string): string {
  const { paint } = look;
  const states = MAP_STATES.filter(
    (state) => map.counts[state] > 0 && (measure === 'state' || state === 'down' || state === 'downOut'),
  )
    .toReversed()
    .map((state) => {
      const { sign, role } = stateSign(look, state);
      return paint(role, `${sign} ${map.counts[state]} ${STATE_WORDS[state]}`);
    });
  const scale = map.scale === 'osd' ? [] : [paint('dim', `${SCALE_WORDS[map.scale]}, its worst OSD`)];
  if (measure === 'state') return [...states, ...scale].join('  ');
  const signs =
    unknown !== undefined && measure !== 'use' ? [`${NAMES[measure]}: ${unknown}`] : signsOf(look, measure);
  return [...signs, ...states, ...scale].join('  ');
}
