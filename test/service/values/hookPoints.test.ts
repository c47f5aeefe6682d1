import { expect, test } from 'vitest';
import { HOOK_EVENTS } from '../../../src/api/contract/hooks.ts';
import { HOOK_POINTS, runsOnServers } from '../../../src/service/values/hookPoints.ts';

test('every event of the interface is listed, and a server can be chosen for those that happen on a server', () => {
  expect(HOOK_POINTS.map(({ name }) => name)).toEqual([...HOOK_EVENTS]);
  const ofCluster = HOOK_POINTS.filter(({ canChooseServer }) => !canChooseServer).map(({ name }) => name);
  expect(ofCluster).toEqual([
    'OnHealthDegrade',
    'OnHealthRecover',
    'PreCrushMapChange',
    'PostCrushMapChange',
    'PostConfigChanged',
  ]);
  expect(HOOK_EVENTS.filter(runsOnServers)).toHaveLength(HOOK_EVENTS.length - ofCluster.length);
});
