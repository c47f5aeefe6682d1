import type { Section } from '../../engine.ts';
import type { Sim } from '../handlers/section.ts';

const DEFAULT_PAGE = 100;

export const taskHandlers = ({ model }: Sim) =>
  ({
    getTask: ({ params }) => model.tasks.get(params.id),
    cancelTask: ({ params }) => model.tasks.cancel(params.id),
    /** Newest first by default. `totalElements` counts the tasks within the given times. */
    listTasks({ query: { before, after, limit = DEFAULT_PAGE, offset = 0, order = 'DESC' } = {} }) {
      const chosen = model.tasks
        .list()
        .filter(
          ({ startedAt = 0 }) =>
            (before === undefined || startedAt <= before) && (after === undefined || startedAt >= after),
        );
      if (order === 'DESC') chosen.reverse();
      return {
        data: chosen.slice(offset, offset + limit),
        totalElements: chosen.length,
      };
    },
  }) satisfies Section;
