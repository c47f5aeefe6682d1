import { traitsOf } from '../kinds.ts';
import type { Cause } from '../verdict.ts';
import type { Healing } from './healing.ts';
import { keptInText } from './markingOut.ts';
import { scrubText, type ScrubDebt } from './scrubs.ts';
import { type ClockTime, healingState, healingText, lackingText } from './text.ts';

/** The recovery from the consequences of a cause. */
export interface CauseHealing {
  /** Null if unknown, for example because a single snapshot does not show progress. */
  readonly state: 'waiting' | 'healing' | 'held' | 'stalled' | 'repair' | 'blocked' | 'none' | null;
  /** The earliest end of that state, in milliseconds since the epoch; undefined if unknown. */
  readonly from: number | undefined;
  /** The latest end of that state, in milliseconds since the epoch; undefined if unknown. */
  readonly to: number | undefined;
  readonly reason: string;
}

/** The progress of recovery and of overdue scrubs. */
export interface Course {
  readonly healing: Healing;
  readonly scrubs: ScrubDebt;
}

/** The codes of health checks about data that must be recovered, moved or repaired. */
const DATA_CODES = new Set([
  'PG_DEGRADED',
  'PG_AVAILABILITY',
  'OBJECT_MISPLACED',
  'PG_RECOVERY_FULL',
  'PG_BACKFILL_FULL',
  'PG_DAMAGED',
  'OSD_DOWN',
]);

const NONE: CauseHealing = { state: 'none', from: undefined, to: undefined, reason: '' };
/** Recovery skips objects that no OSD that is up has. */
const UNFOUND: CauseHealing = {
  state: 'blocked',
  from: undefined,
  to: undefined,
  reason: 'only once OSDs that have the objects are back',
};

/** The recovery from the consequences of a cause. `now` is in milliseconds since the epoch. */
export function healingOfCause(
  cause: Pick<Cause, 'kind' | 'objects' | 'explains'>,
  { healing, scrubs }: Course,
  now: number,
  clockTime: ClockTime,
): CauseHealing {
  if (cause.kind === 'scrub-backlog') return scrubHealing(scrubs, now);
  if (cause.kind === 'pg-unfound') return UNFOUND;
  const isData =
    traitsOf(cause.kind).costsCopies === true || cause.explains.some((code) => DATA_CODES.has(code));
  return isData ? dataHealing(healingFor(cause, healing), now, clockTime) : NONE;
}

/** The part of recovery that concerns a cause: data on its down OSDs still waits even while other data moves. */
function healingFor({ objects }: Pick<Cause, 'objects'>, healing: Healing): Healing {
  const { osds, keptIn } = healing.waitsFor;
  const own = osds.filter(
    ({ name, places }) => objects.includes(name) || places.some((place) => objects.includes(place.name)),
  );
  if (own.length === 0 || !['healing', 'measuring', 'worsening', 'waiting'].includes(healing.state))
    return healing;
  const rests = { ...healing, left: undefined };
  const stay = keptIn.filter(({ osd }) => own.includes(osd));
  if (stay.length === own.length) return { ...rests, state: 'held', heldBy: [keptInText(stay)] };
  return { ...rests, state: healing.heldBy.length === 0 ? 'waiting' : 'held' };
}

const STATES = {
  healthy: 'none',
  healing: 'healing',
  waiting: 'waiting',
  held: 'held',
  repair: 'repair',
  blocked: 'blocked',
  stalled: 'stalled',
  worsening: null,
  measuring: null,
  unknown: null,
} as const satisfies Record<Healing['state'], CauseHealing['state']>;

function dataHealing(healing: Healing, now: number, clockTime: ClockTime): CauseHealing {
  const { at, left, waitsFor, state } = healing;
  const words = state === 'measuring' ? 'pace not known yet' : healingState(healing, now, clockTime);
  const reason = [words, healingText(healing), lackingText(healing)].filter(Boolean).join(', ');
  const due = state === 'waiting' ? waitsFor.due : undefined;
  return {
    state: STATES[state],
    from: left ? at + left.from * 1000 : due?.exact ? due.at : undefined,
    to: left ? at + left.to * 1000 : due?.at,
    reason,
  };
}

const SCRUB_STATES = {
  none: 'none',
  'catching-up': 'healing',
  'falling-behind': 'stalled',
  held: 'held',
  waiting: 'waiting',
  stalled: 'stalled',
  measuring: null,
} as const satisfies Record<ScrubDebt['state'], CauseHealing['state']>;

const scrubHealing = (scrubs: ScrubDebt, now: number): CauseHealing => ({
  state: SCRUB_STATES[scrubs.state],
  from: scrubs.left && now + scrubs.left.from * 1000,
  to: scrubs.left && now + scrubs.left.to * 1000,
  reason: scrubText(scrubs),
});
