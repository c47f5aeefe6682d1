import type { GatewaySupervisor } from '../../../../src/service/ceph/gateways/supervisor.ts';

/** A supervisor of gateways with prepared results, which counts how often it was triggered. */
export function fakeSupervisor() {
  const served = { problems: [] as string[], refreshes: 0 };
  const supervisor: GatewaySupervisor = {
    requireInstalled: () => undefined,
    refresh: async () => {
      served.refreshes++;
      return served.problems;
    },
    close: async () => undefined,
  };
  return { supervisor, served };
}
