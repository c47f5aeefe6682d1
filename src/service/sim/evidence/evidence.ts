import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { slowestPings } from '../../slowestPings.ts';
import { slowLinks, suspectOsds } from '../../slowLinks.ts';
import { isMeasured } from '../history/measure.ts';
import type { Model } from '../model/model.ts';
import { osdAnswers, osdRuns } from '../model/topology.ts';
import { daemonsOf, hasQuorum } from '../monitors/quorum.ts';
import { lastPingsOf, slowPingers, slowPingsOf } from '../osds/pings.ts';
import { busiestClients } from './clients.ts';
import { slowestOsds } from './latencies.ts';
import { needs } from './needs.ts';
import { queues } from './queues.ts';
import { recoveryOf } from './recovery.ts';
import { serversOf } from './servers.ts';
import { waits } from './waits.ts';

/** Maximum number of OSDs whose slow pings are considered. */
const MAX_SLOW_OSDS = 256;
/** Heartbeat time in milliseconds from which the manager reports it. */
const NOTABLE_MS = 20;

/**
 * The evidence beyond the health checks. Waits come from the OSDs themselves, latencies and heartbeat times from the
 * manager, clocks from the monitors.
 */
export function evidenceOf(model: Model): ClusterEvidence {
  const waiting = waits(model);
  const asked = new Set(waiting.flatMap(({ osd, waitsFor }) => [osd, waitsFor]));
  const recovery = recoveryOf(model);
  const silent = [...asked].filter((id) => !osdRuns(model.osds[id]!)).toSorted((a, b) => a - b);
  return {
    waits: waiting,
    links: linksOf(model, suspectOsds(waiting, new Set(silent), [...asked])),
    needs: needs(model),
    silent,
    ...serversOf(model, waiting),
    ...(isMeasured(model) && {
      latencies: slowestOsds(model),
      pings: pingsOf(model),
      clients: busiestClients(model),
      queues: queues(model),
      ...(recovery && { recovery }),
    }),
    ...(hasQuorum(model) && {
      quorum: daemonsOf(model, 'mon').flatMap(({ active, name }) => (active ? [name] : [])),
      clocks: Array.from(model.timeChecks.skews, ([mon, skew]) => ({ mon, skew })),
    }),
  };
}

/** The slow links, by the last pings of these OSDs. */
const linksOf = (model: Model, suspects: readonly number[]): NonNullable<ClusterEvidence['links']> =>
  slowLinks(
    suspects
      .map((id) => model.osds[id]!)
      .filter(osdAnswers)
      .flatMap((osd) => lastPingsOf(model, osd))
      .map(({ from, to, ms }) => ({ from: from.id, to: to.id, ms: Math.round(ms * 1000) / 1000 })),
    (id) => model.osds[id]?.host.name,
    (server) => model.hosts.find(({ name }) => name === server)?.rack.name,
  );

const pingsOf = (model: Model): NonNullable<ClusterEvidence['pings']> =>
  slowestPings(
    slowPingsOf(
      model,
      slowPingers(model)
        .filter(({ minutePingMs }) => minutePingMs >= NOTABLE_MS)
        .slice(0, MAX_SLOW_OSDS),
      'minutePingMs',
    ).map(({ from, to, ms }) => ({ from: from.id, to: to.id, ms: Math.round(ms * 1000) / 1000 })),
    (id) => model.osds[id]?.host.name,
  );
