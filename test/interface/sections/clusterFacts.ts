import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

const PARTS = ['daemons', 'scheduler', 'balancer', 'autoscaler', 'devices', 'stretch', 'upgrade'];

export const clusterFactsTests: SectionTests = (site) => {
  test('each fact about the cluster has a value, or the reason why it is unknown', async () => {
    const facts = await site().eventually(
      () => site().api.getClusterFacts(),
      ({ daemons, scheduler, balancer }) =>
        daemons !== undefined && scheduler !== undefined && balancer !== undefined,
    );
    const { notKnown = [], ...known } = facts;
    expect([...Object.keys(known), ...notKnown.map(({ part }) => part)].toSorted()).toEqual(PARTS.toSorted());
    for (const { reason } of notKnown) expect(reason).toBeTruthy();
    const osds = facts.daemons?.filter(({ kind }) => kind === 'osd') ?? [];
    expect(osds.reduce((sum, { count = 0 }) => sum + count, 0)).toBeGreaterThan(0);
    for (const { version } of facts.daemons ?? []) expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(facts.scheduler?.queue).toMatch(/^(?:wpq|mclock_scheduler)$/);
    expect(facts.balancer?.mode).toBeTruthy();
  });
};
