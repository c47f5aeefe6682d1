import type { ClusterFacts } from '../../../api/contract/extensions/clusterFacts.ts';
import type { Section } from '../../engine.ts';
import { optionValue } from '../config/put.ts';
import { RELEASE } from '../crashes/crash.ts';
import type { Sim } from '../handlers/section.ts';
import { isMeasured } from '../history/measure.ts';
import type { Model } from '../model/model.ts';
import { osdAnswers, type Host } from '../model/topology.ts';
import { daemonAnswers } from '../monitors/quorum.ts';

/** The release of daemons on a server that was not restarted since the upgrade. */
const OLD_RELEASE = '16.2.14';
const NAMES: Readonly<Record<string, string>> = { radosgw: 'rgw' };
/** Gateways of these kinds are not Ceph daemons and report no version. */
const WITHOUT_VERSION = new Set(['iscsi', 'nfs', 'smb']);

const releaseOn = ({ currentImage }: Host): string => (currentImage ? RELEASE : OLD_RELEASE);

/** The versions of the daemons that answer. */
function daemons({ osds, daemons: others }: Model): NonNullable<ClusterFacts['daemons']> {
  const running = [
    ...others
      .filter((daemon) => daemonAnswers(daemon) && !WITHOUT_VERSION.has(daemon.kind))
      .map(({ kind, host }) => ({ kind: NAMES[kind] ?? kind, version: releaseOn(host) })),
    ...osds
      .filter((osd) => osd.up && osdAnswers(osd))
      .map(({ host }) => ({ kind: 'osd', version: releaseOn(host) })),
  ];
  const groups = Map.groupBy(running, ({ kind, version }) => `${kind} ${version}`);
  return [...groups.values()].map((all) => ({ ...all[0]!, release: 'pacific', count: all.length }));
}

/** The share of misplaced copies above which the balancer waits (target_max_misplaced_ratio). */
const MAX_MISPLACED = 0.05;

function balancer(model: Model): NonNullable<ClusterFacts['balancer']> {
  const copies = model.pools.reduce((sum, { objects, size }) => sum + objects * size, 0);
  const share = (count: number) => (copies === 0 ? 0 : count / copies);
  const misplaced = share(model.misplaced);
  const result =
    model.degraded > 0
      ? `Some objects (${share(model.degraded).toFixed(6)}) are degraded; try again later`
      : misplaced > MAX_MISPLACED
        ? `Too many objects (${misplaced.toFixed(6)} > ${MAX_MISPLACED.toFixed(6)}) are misplaced; try again later`
        : 'Unable to find further optimization, or pool(s) pg_num is decreasing, or distribution is already perfect';
  return { active: true, mode: 'upmap', result };
}

const DAY_S = 86_400;

/** The disks with device health metrics, consistent with the health check DEVICE_HEALTH. */
function devices(model: Model): NonNullable<ClusterFacts['devices']> {
  const now = model.timeOf(model.tick) / 1000;
  const used = model.disks.filter(({ osd }) => osd !== undefined);
  const failing = used.flatMap(({ serial, osd }) =>
    osd?.smart.status === 'FAILING'
      ? [
          {
            id: serial,
            host: osd.host.name,
            daemons: [`osd.${osd.id}`],
            from: now + DAY_S,
            to: now + 21 * DAY_S,
          },
        ]
      : [],
  );
  return { known: used.length, failing };
}

/** The facts that only a manager knows. */
const managerFacts = (model: Model): ClusterFacts => ({
  balancer: balancer(model),
  autoscaler: model.pools.map(({ name, pgNum, pgNumWanted }) => ({
    pool: name,
    mode: 'off',
    pgNum,
    wanted: pgNumWanted,
    wouldAdjust: false,
  })),
  devices: devices(model),
});

const SILENT = ['balancer', 'autoscaler', 'devices'].map((part) => ({ part, reason: 'no manager answers' }));
const UPGRADE = { part: 'upgrade', reason: 'no orchestrator is configured' };

export const factsHandlers = ({ model }: Sim) =>
  ({
    getClusterFacts(): ClusterFacts {
      const answers = isMeasured(model);
      return {
        daemons: daemons(model),
        scheduler: {
          queue: String(optionValue(model, 'osd_op_queue')),
          profile: String(optionValue(model, 'osd_mclock_profile')),
          capacities: [],
        },
        ...(answers && managerFacts(model)),
        stretch: { enabled: false },
        notKnown: [...(answers ? [] : SILENT), UPGRADE],
      };
    },
  }) satisfies Section;
