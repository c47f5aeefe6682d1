import type { Section } from '../../engine.ts';
import { evidenceOf } from '../evidence/evidence.ts';
import type { Sim } from '../handlers/section.ts';
import { hostAnswers } from '../model/topology.ts';
import { creationJob, firstMonitors, monitorAddress } from '../setup/creation.ts';
import { clusterStatus, healthOf } from './read.ts';

export const clusterHandlers = (sim: Sim) =>
  ({
    listMonitorCandidates: () =>
      sim.model.hosts
        .filter(hostAnswers)
        .map((host) => ({ id: host.id, hostname: host.name, ips: [monitorAddress(host)] })),
    createCluster: ({ body }, { by }) =>
      sim.model.tasks.start(creationJob(sim.cluster, sim.persistence, firstMonitors(sim.model, body), by)),
    getClusterStatus: () => clusterStatus(sim),
    getClusterStatusDetail() {
      const { model } = sim;
      return { ...healthOf(model), ...(model.created && { evidence: evidenceOf(model) }) };
    },
  }) satisfies Section;
