import type { Look, Role } from '../../../lib/look.ts';
import { NEARFULL } from '../../../store/facts/node.ts';
import {
  type Latencies,
  MAP_STATES,
  type MapMeasure,
  type MapState,
  mapState,
  type OsdMap,
} from '../../../store/facts/osdMap.ts';
import type { OsdRow } from '../../../store/facts/osds.ts';
import { FILL_LIMITS } from '../../levels.ts';

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

/** A sign for a value below the first limit, from a ramp; `share` is relative to that limit. */
const rampSign = ({ glyphs: { spark, leaf } }: Look, share: number): CellSign => ({
  sign: spark[Math.max(0, Math.min(spark.length - 1, Math.floor(share * spark.length)))] ?? leaf,
  role: 'dim',
});

/** Letters for the fill limits. */
const LETTERS = { nearfull: 'n', backfillfull: 'b', full: 'F' } as const;
const LIMITS = FILL_LIMITS.map((limit) => ({ ...limit, sign: LETTERS[limit.word] }));

function useSign(look: Look, share: number): CellSign {
  const limit = LIMITS.findLast(({ at }) => share >= at);
  return limit ?? rampSign(look, share / NEARFULL);
}

/** Milliseconds from which on a commit is slow, and from which on clients hang. */
const SLOW_MS = 40;
const STUCK_MS = 1000;
const SLOW = { sign: 's', role: 'warn' } as const;
const STUCK = { sign: 'S', role: 'error' } as const;

function latencySign(look: Look, ms: number): CellSign {
  if (ms >= STUCK_MS) return STUCK;
  return ms >= SLOW_MS ? SLOW : rampSign(look, ms / SLOW_MS);
}

/** The sign of an OSD. An OSD that is down looks the same for every measure. */
export function cellSign(look: Look, row: OsdRow, measure: MapMeasure, latencies: Latencies): CellSign {
  const state = mapState(row);
  if (measure === 'state' || state === 'down' || state === 'downOut') return stateSign(look, state);
  const value = measure === 'use' ? row.usedShare : latencies.get(row.osdId ?? -1);
  if (value === undefined) return { sign: look.glyphs.leaf, role: 'dim' };
  return measure === 'use' ? useSign(look, value) : latencySign(look, value);
}

const SCALE_WORDS = { osd: 'a cell is an OSD', host: 'a cell is a host', rack: 'a cell is a rack' } as const;

/** The legend of a map, the worst first, with the number of OSDs in each state. */
export function legend(look: Look, map: OsdMap, measure: MapMeasure): string {
  const { paint, glyphs } = look;
  const states = MAP_STATES.filter(
    (state) => map.counts[state] > 0 && (measure === 'state' || state === 'down' || state === 'downOut'),
  )
    .toReversed()
    .map((state) => {
      const { sign, role } = stateSign(look, state);
      return paint(role, `${sign} ${map.counts[state]} ${STATE_WORDS[state]}`);
    });
  const [low = '', high = ''] = [glyphs.spark[0], glyphs.spark.at(-1)];
  const scale = map.scale === 'osd' ? [] : [paint('dim', `${SCALE_WORDS[map.scale]}, the worst of its OSDs`)];
  if (measure === 'state') return [...states, ...scale].join('  ');
  const signs =
    measure === 'use'
      ? [
          `use: ${low} empty to ${high} ${NEARFULL * 100}%`,
          ...LIMITS.map(({ sign, role, word }) => `${paint(role, sign)} ${word}`),
        ]
      : [
          `commit: ${low} 0 to ${high} ${SLOW_MS} ms`,
          `${paint(SLOW.role, SLOW.sign)} slow`,
          `${paint(STUCK.role, STUCK.sign)} over ${STUCK_MS / 1000} s`,
          `${glyphs.leaf} not reported`,
        ];
  return [...signs, ...states, ...scale].join('  ');
}
