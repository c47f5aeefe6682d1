import type { ClusterWork } from '../../api/contract/extensions/progress.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { HEALTH_CODES } from '../../data/healthChecks.ts';
import { plural } from '../../lib/words.ts';
import type { Cache } from '../cache/cache.ts';
import { resources } from '../cache/resources.ts';
import type { Journal, Transition } from '../session/journalState.ts';
import { HEALTH_LEVELS } from './health.ts';
import { byLevel, type Level } from './level.ts';
import { remember } from './remember.ts';
import { OUTCOMES, startedMs, type TaskOutcome } from './tasks.ts';

/** Something that happened to the cluster at a time that is known. */
export interface ClusterEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The trouble that it tells of; `ok` of what got well, went well or only began. */
  readonly level: Level;
  /** Work that began: nobody knows yet how it ends. */
  readonly begins: boolean;
  /** As a service named it: untrusted. */
  readonly text: string;
  /** Events of one sort that come together are told as one; absent of those that are told each. */
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

const taskLevel = (outcome: TaskOutcome): Level =>
  outcome === 'failed' ? 'error' : outcome === 'cancelled' ? 'warn' : 'ok';

const taskName = ({ name = '', object = '' }: Task): string => [name, object].filter(Boolean).join(' ');

type Told = Pick<ClusterEvent, 'level' | 'text' | 'sort'>;

/** The words of a change, and how bad it is; undefined of what is not told: work that goes on or is only seen now. */
function told(change: Transition, sources: EventSources): Told | undefined {
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
      return { level: taskLevel(outcome), text: `${(task && taskName(task)) || subject} ${outcome}` };
    }
    // Pools' states follow from the checks, and the cluster's own work tells its times itself.
    case 'pool':
    case 'work':
      return undefined;
  }
}

/** The changes, each once: what was seen and is in the log came when the earlier of both says; without those that came in a gap. */
function* changesOf(transitions: Journal['transitions']): Generator<Transition> {
  const last = new Map<string, string>();
  for (const one of transitions.toSorted((a, b) => a.at - b.at)) {
    const key = `${one.kind} ${one.subject}`;
    if (last.get(key) === one.to) continue;
    last.set(key, one.to);
    if (one.exact) yield one;
  }
}

/** When the cluster's own work began and ended. */
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

/** Everything that is known to have happened to the cluster, and when; oldest first. */
export function selectEvents(sources: EventSources): readonly ClusterEvent[] {
  const { transitions, tasks = [], work = [] } = sources;
  const changes = [...changesOf(transitions)].flatMap((one): readonly ClusterEvent[] => {
    const words = told(one, sources);
    return words === undefined ? [] : [{ at: one.at, begins: false, ...words }];
  });
  const begun = tasks.flatMap((task): ClusterEvent[] => {
    const at = startedMs(task);
    if (at === undefined || task.state === 'WAITING') return [];
    return [{ at, level: 'ok', begins: true, text: `${taskName(task) || `task ${task.id}`} began` }];
  });
  return [...changes, ...begun, ...work.flatMap(workEvents)].toSorted((a, b) => a.at - b.at);
}

/** A stretch of time, in milliseconds since the epoch, and the length of a step in it. */
interface EventStretch {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The events of a stretch of time; OSDs that fell in the same step of it are one. */
export function eventsBetween(
  events: readonly ClusterEvent[],
  { from, to, step }: EventStretch,
): readonly ClusterEvent[] {
  const here = events.filter(({ at }) => at >= from && at <= to);
  const together = Map.groupBy(here, (event) =>
    event.sort === undefined ? event : `${event.sort} ${Math.floor(event.at / step)}`,
  );
  return [...together.values()].map((same) => {
    const first = same[0]!;
    return same.length === 1 ? first : { ...first, text: `${plural(same.length, 'OSD')} ${first.sort}` };
  });
}

/** Gives the events of a stretch of time; worked out anew where something happened since it was asked last. */
export function createEvents(cache: Pick<Cache, 'slot'>, journal: () => Journal) {
  const all = remember(selectEvents);
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

/** Orders events with the worst first, and the newest first among equals. */
export const byWeight = (a: ClusterEvent, b: ClusterEvent): number =>
  byLevel(a.level, b.level) || b.at - a.at;
