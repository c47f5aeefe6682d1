import type { Section } from '../../engine.ts';
import { taskPage } from '../../taskPage.ts';
import type { Sim } from '../handlers/section.ts';

export const taskHandlers = ({ model }: Sim) =>
  ({
    getTask: ({ params }) => model.tasks.get(params.id),
    cancelTask: ({ params }) => model.tasks.cancel(params.id),
    listTasks: ({ query }) => taskPage(model.tasks.list(), query),
  }) satisfies Section;
