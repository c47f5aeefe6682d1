import type { Section } from '../../engine.ts';
import { followLog, readLog } from '../../log/query.ts';
import type { Sim } from '../handlers/section.ts';

export const logHandlers = ({ model: { log }, closed }: Sim) =>
  ({
    readLogs: ({ query = {} }) => readLog(log, query),
    followLogs: ({ query = {} }, { signal }) => followLog(log, query, AbortSignal.any([signal, closed])),
  }) satisfies Section;
