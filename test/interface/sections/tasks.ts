import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

export const taskTests: SectionTests = (site) => {
  test('tasks are read one by one and in pages, the newest first by default', async () => {
    const { api } = site();
    const first = await site().finished(await api.createConfigBackup());
    const second = await site().finished(await api.createConfigBackup());
    expect(second).toMatchObject({ statusCode: 0, done: true, state: 'FINISHED' });
    const newest = await api.listTasks({ query: { limit: 2 } });
    expect(newest.data?.map(({ id }) => id)).toEqual([second.id, first.id]);
    const total = newest.totalElements ?? 0;
    const page = await api.listTasks({ query: { limit: 1, offset: 1 } });
    expect(page).toMatchObject({ data: [{ id: first.id }], totalElements: total });
    const oldest = await api.listTasks({ query: { order: 'ASC' } });
    expect(oldest.data?.at(-1)).toEqual(second);
    expect(oldest.totalElements).toBe(total);
  });

  test('tasks are selected by their start time', async () => {
    const { api } = site();
    const { startedAt = 0, id } = await site().finished(await api.createConfigBackup());
    const ids = async (query: { after?: number; before?: number }) =>
      (await api.listTasks({ query })).data?.map((task) => task.id);
    expect(await ids({ after: startedAt, before: startedAt })).toContain(id);
    expect(await ids({ before: startedAt - 1 })).not.toContain(id);
    expect(await ids({ after: startedAt + 1 })).not.toContain(id);
  });

  test('a task that has ended cannot be cancelled, and an unknown one cannot be read', async () => {
    const { id } = await site().finished(await site().api.createConfigBackup());
    await site().declines('cancelTask', 409, /ended|finished/i, { params: { id } });
    await site().declines('cancelTask', 404, /999999/, { params: { id: 999_999 } });
    await site().declines('getTask', 404, /999999/, { params: { id: 999_999 } });
    await site().declines('getTask', 400, /id/, { params: { id: 'last' } });
    await site().declines('listTasks', 400, /order/, { query: { order: 'SIDEWAYS' } });
    await site().declines('listTasks', 400, /limit/, { query: { limit: -1 } });
    expect(await site().api.getTask({ params: { id: id ?? 0 } })).toMatchObject({ state: 'FINISHED' });
  });
};
