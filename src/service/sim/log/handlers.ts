import type { Section } from '../../engine.ts';
import type { Sim } from '../handlers/section.ts';
import { followLog, readLog } from './query.ts';

/** The value of `before` that follows the log (interface, "logs"). */
const FOLLOW = -1;

export const logHandlers = ({ model, closed }: Sim) =>
  ({
    readLogs: ({ query = {} }) => readLog(model.log, query),
    followLogs({ query: { before, ...query } = {} }, { signal }) {
      return before === FOLLOW
        ? followLog(model.log, query, AbortSignal.any([signal, closed]))
        : finite(readLog(model.log, { ...query, ...(before === undefined ? {} : { before }) }));
    },
  }) satisfies Section;

async function* finite<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
