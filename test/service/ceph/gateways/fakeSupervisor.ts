import type { GatewaySupervisor } from '../../../../src/service/ceph/gateways/supervisor.ts';

/** A supervisor of gateways that has what it is told to serve, and counts how often it was told to look. */
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
