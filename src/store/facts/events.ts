import type { ClusterWork } from '../../api/contract/extensions/progress.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { HEALTH_CODES } from '../../data/healthChecks.ts';
import { memoize } from '../../lib/memoize.ts';
import { plural } from '../../lib/words.ts';
import { HEALTH_LEVELS } from '../answers/health.ts';
import type { Journal, Transition } from '../answers/journalState.ts';
import { byLevel, type Level } from '../answers/level.ts';
import { outcomeLevel, OUTCOMES, startedMs } from '../answers/tasks.ts';
import type { Cache } from '../cache/cache.ts';
import { resources } from '../cache/resources.ts';

/** Something that happened to the cluster at a known time. */
export interface ClusterEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The severity; `ok` for a recovery, a success or the start of work. */
  readonly level: Level;
  /** True for the start of work whose outcome is not known yet. */
  readonly begins: boolean;
  /** Untrusted text, which may contain names from the service. */
  readonly text: string;
  /** Simultaneous events of the same sort are merged into one; absent for events that are never merged. */
  readonly sort?: string;
}

interface EventSources {
  readonly transitions: Journal['transitions'];
  readonly flags: readonly Flag[] | undefined;
  readonly tasks: readonly Task[] | undefined;
  readonly work: readonly ClusterWork[] | undefined;
}

const OSD_LEVELS: ReadonlyMap<string, Level> = new Map([
  ['UP', 'ok'],
  ['DOWN', 'error'],
  ['DESTROYED', 'warn'],
]);

const taskName = ({ name = '', object = '' }: Task): string => [name, object].filter(Boolean).join(' ');

type EventWords = Pick<ClusterEvent, 'level' | 'text' | 'sort'>;

/**
 * The text and severity of a transition; undefined if it is not an event, such as a subject that was only discovered.
 */
function eventWords(change: Transition, sources: EventSources): EventWords | undefined {
  const { kind, subject, from, to } = change;
  switch (kind) {
    case 'health':
      return { level: HEALTH_LEVELS.get(to) ?? 'unknown', text: to };
    case 'check': {
      if (to === '') return { level: 'ok', text: `${subject} cleared` };
      const { severity = '' } = HEALTH_CODES.get(subject) ?? {};
      return { level: HEALTH_LEVELS.get(severity) ?? 'unknown', text: `${subject} raised` };
    }
    case 'osd': {
      const word = to.toLowerCase();
      return { level: OSD_LEVELS.get(to) ?? 'unknown', text: `${subject} ${word}`, sort: word };
    }
    case 'flag': {
      if (from === '' || to === '') return undefined;
      const flag = sources.flags?.find(({ name }) => name === subject);
      const isOff = flag?.recommendedState !== undefined && flag.recommendedState !== (to === 'set');
      return { level: isOff ? 'warn' : 'ok', text: `${subject} ${to}` };
    }
    case 'task': {
      const outcome = OUTCOMES.get(to);
      if (from === '' || OUTCOMES.has(from) || outcome === undefined) return undefined;
      const task = sources.tasks?.find(({ id }) => `task.${id}` === subject);
      return { level: outcomeLevel(outcome), text: `${(task && taskName(task)) || subject} ${outcome}` };
    }
    // The states of pools follow from the health checks, and the cluster's own work reports its times itself.
    case 'pool':
    case 'work':
      return undefined;
  }
}

/**
 * The exact transitions without duplicates: of an observed change and its log line, the earlier one. Changes in gaps
 * are left out.
 */
function* changesOf(transitions: Journal['transitions']): Generator<Transition> {
  const last = new Map<string, string>();
  for (const one of transitions.toSorted((a, b) => a.at - b.at)) {
    const key = `${one.kind} ${one.subject}`;
    if (last.get(key) === one.to) continue;
    last.set(key, one.to);
    if (one.exact) yield one;
  }
}

/** The start and the end of the cluster's own work as events. */
function workEvents({ message = '', startedAt, finishedAt, failed }: ClusterWork): ClusterEvent[] {
  const level = failed === true ? 'error' : 'ok';
  return [
    ...(startedAt === undefined
      ? []
      : [{ at: startedAt * 1000, level: 'ok' as const, begins: true, text: `${message} began` }]),
    ...(finishedAt === undefined
      ? []
      : [
          {
            at: finishedAt * 1000,
            level: level as Level,
            begins: false,
            text: `${message} ${failed === true ? 'failed' : 'finished'}`,
          },
        ]),
  ];
}

/** All known events of the cluster, oldest first. */
export function selectEvents(sources: EventSources): readonly ClusterEvent[] {
  const { transitions, tasks = [], work = [] } = sources;
  const changes = [...changesOf(transitions)].flatMap((one): readonly ClusterEvent[] => {
    const words = eventWords(one, sources);
    return words === undefined ? [] : [{ at: one.at, begins: false, ...words }];
  });
  const taskStarts = tasks.flatMap((task): ClusterEvent[] => {
    const at = startedMs(task);
    if (at === undefined || task.state === 'WAITING') return [];
    return [{ at, level: 'ok', begins: true, text: `${taskName(task) || `task ${task.id}`} began` }];
  });
  return [...changes, ...taskStarts, ...work.flatMap(workEvents)].toSorted((a, b) => a.at - b.at);
}

/** A time range, in milliseconds since the epoch, and the length of its steps in milliseconds. */
interface EventStretch {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The events of a time range; OSDs that changed to the same status in the same step are merged into one event. */
export function eventsBetween(
  events: readonly ClusterEvent[],
  { from, to, step }: EventStretch,
): readonly ClusterEvent[] {
  const inRange = events.filter(({ at }) => at >= from && at <= to);
  const merged = Map.groupBy(inRange, (event) =>
    event.sort === undefined ? event : `${event.sort} ${Math.floor(event.at / step)}`,
  );
  return [...merged.values()].map((same) => {
    const first = same[0]!;
    return same.length === 1 ? first : { ...first, text: `${plural(same.length, 'OSD')} ${first.sort}` };
  });
}

/** Creates a function that returns the events of a time range; all events are memoized until a source changes. */
export function createEvents(cache: Pick<Cache, 'slot'>, journal: () => Journal) {
  const all = memoize(selectEvents);
  return (stretch: EventStretch): readonly ClusterEvent[] =>
    eventsBetween(
      all({
        transitions: journal().transitions,
        flags: cache.slot(resources.flags).data,
        tasks: cache.slot(resources.tasks).data?.data,
        work: cache.slot(resources.progress).data?.work,
      }),
      stretch,
    );
}

/** Sorts events by severity, worst first, then newest first. */
export const byWeight = (a: ClusterEvent, b: ClusterEvent): number =>
  byLevel(a.level, b.level) || b.at - a.at;
