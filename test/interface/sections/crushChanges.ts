import { expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { Input } from '../../../src/api/contract/index.ts';
import type { SectionTests } from '../suite.ts';

type Wanted = Input<'changeCrushMap'>['body'];

/** The present map as a request, with another reweight of one OSD, or without that OSD. */
const reweighted = ({ nodes = [], stray = [] }: CrushMap, osd: number, reweight: number): Wanted => ({
  nodes: nodes.map((node) => ({ ...node, id: node.id!, ...(node.id === osd && { reweight }) })),
  stray: stray.map((node) => ({ ...node, id: node.id! })),
});
const without = ({ nodes = [] }: CrushMap, osd: number): Wanted => ({
  nodes: nodes
    .filter(({ id }) => id !== osd)
    .map((node) => ({ ...node, id: node.id!, children: (node.children ?? []).filter((id) => id !== osd) })),
});

export const crushChangeTests: SectionTests = (site) => {
  const map = () => site().api.getCrushMap();
  const reweight = async () => (await map()).nodes?.find(({ id }) => id === 1)?.reweight;
  const ask = async (value: number) => site().api.changeCrushMap({ body: reweighted(await map(), 1, value) });
  const decisions = () => site().engine.decisions!;
  const state = async (wanted: number | undefined) =>
    (await decisions().list()).find(({ id }) => id === wanted)?.state;

  test('a change waits for the operator of the management node, whose approval applies it', async () => {
    const asked = await ask(0.9);
    expect(asked).toMatchObject({ state: 'PENDING', createdBy: { name: expect.any(String) as string } });
    expect(asked.description).toMatch(/osd\.1/);
    expect(await reweight()).toBe(1);
    await decisions().approve(asked.id!, 'operator');
    await site().eventually(reweight, (value) => value !== undefined && Math.abs(value - 0.9) < 0.001);
    expect(await state(asked.id)).toBe('APPROVED');
    await expect(decisions().approve(asked.id!, 'operator')).rejects.toMatchObject({ status: 409 });

    const back = await ask(1);
    await decisions().approve(back.id!, 'operator');
    await site().eventually(reweight, (value) => value === 1);
  });

  test('a change that is rejected is not applied', async () => {
    const { id } = await ask(0.5);
    await decisions().reject(id!);
    expect(await state(id)).toBe('REJECTED');
    await expect(decisions().approve(id!, 'operator')).rejects.toMatchObject({ status: 409 });
    await expect(decisions().reject(999_999)).rejects.toMatchObject({ status: 404 });
    expect(await reweight()).toBe(1);
  });

  test('a change that leads to an invalid map is refused right away', async () => {
    const before = await decisions().list();
    const present = await map();
    const declined = (status: number | readonly number[], words: RegExp, body: unknown) =>
      site().declines('changeCrushMap', status, words, { body });
    await declined(400, /osd\.1/, without(present, 1));
    await declined(400, /reweight/, reweighted(present, 1, 2));
    await declined(409, /nothing/, reweighted(present, 1, 1));
    await declined(400, /nodes/, { nodes: 'all' });
    await declined(400, /body/, undefined);
    expect(await decisions().list()).toEqual(before);
  });
};
