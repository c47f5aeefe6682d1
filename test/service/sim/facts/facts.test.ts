import { expect, test } from 'vitest';
import type { ClusterFacts } from '../../../../src/api/contract/extensions/clusterFacts.ts';
import { handlerOf } from '../../handlerOf.ts';
import { simulate } from '../support.ts';

function cluster(scenario = 'calm') {
  const { handlers, cluster: simulated } = simulate({ scale: 24, scenario });
  const facts = () =>
    handlerOf(handlers, 'getClusterFacts')(
      {},
      { signal: new AbortController().signal, by: 'test' },
    ) as ClusterFacts;
  return { simulated, facts };
}

const versionsOf = ({ daemons = [] }: ClusterFacts) => new Set(daemons.map(({ version }) => version));

test('servers that do not run their configured image run an older version', () => {
  expect(versionsOf(cluster().facts())).toHaveLength(1);
  expect(versionsOf(cluster('demo').facts())).toHaveLength(2);
});

test('a disk that is about to fail is among the devices expected to fail', () => {
  const { simulated, facts } = cluster();
  expect(facts().devices?.failing).toEqual([]);
  simulated.failDisk(3, 'Current_Pending_Sector 8');
  expect(facts().devices?.failing).toMatchObject([{ daemons: ['osd.3'] }]);
});

test('without a manager the facts from its modules are unknown', () => {
  const { simulated, facts } = cluster();
  expect(facts().balancer).toMatchObject({ active: true });
  for (const { kind, name } of simulated.model.daemons.filter((daemon) => daemon.kind === 'mgr'))
    simulated.killDaemon(kind, name);
  simulated.step();
  const { balancer, daemons, notKnown = [] } = facts();
  expect(balancer).toBeUndefined();
  expect(daemons).not.toEqual([]);
  expect(notKnown).toContainEqual({ part: 'balancer', reason: 'no manager answers' });
});

test('the configured scheduler is shown', () => {
  const { simulated, facts } = cluster();
  expect(facts().scheduler).toMatchObject({ queue: 'wpq' });
  simulated.setOption('osd_op_queue', 'mclock_scheduler');
  expect(facts().scheduler).toMatchObject({ queue: 'mclock_scheduler', profile: 'high_client_ops' });
});
