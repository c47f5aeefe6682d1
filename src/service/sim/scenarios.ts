import type { SimCluster } from './cluster.ts';
import { drill, FAULT_SCENARIOS } from './faults/faultScenarios.ts';
import type { DeviceClass, Osd } from './model/topology.ts';
import type { Scenario } from './scenario.ts';
import { benchmark, configBackup } from './tasks/jobs.ts';

const MINUTE = 60;

/** The n-th OSD of a class, counted from 0; of any class if the cluster has none of this one. */
function pick({ model }: SimCluster, deviceClass: DeviceClass, n: number): Osd {
  const own = model.osds.filter((osd) => osd.deviceClass === deviceClass);
  const osds = own.length > 0 ? own : model.osds;
  return osds[n % osds.length]!;
}

const middleHost = ({ model }: SimCluster) => model.hosts[Math.floor(model.hosts.length / 2)]!;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  demo: {
    summary: 'an OSD failed some minutes ago and its data recovers; a flag was left set',
    age: 8 * MINUTE,
    fill: 0.4,
    settings: { downOutInterval: 150 },
    begin(cluster) {
      const osd = pick(cluster, 'hdd', 16);
      const { tasks, hosts } = cluster.model;
      for (const host of hosts.slice(-2)) host.currentImage = false;
      cluster.after(20, () => cluster.setFlag('noscrub', true));
      cluster.after(40, () => tasks.start(configBackup(cluster.model, 'scheduler')));
      for (const second of [50, 62, 71]) {
        cluster.after(second, () =>
          cluster.failDisk(osd.id, 'Current_Pending_Sector 184; Reallocated_Sector_Ct 2216'),
        );
      }
      cluster.after(75, () => cluster.crashOsd(osd.id));
      cluster.after(8 * MINUTE - 20, () =>
        tasks.start(benchmark(cluster.model, cluster.model.disks[3]!, 'operator')),
      );
      cluster.after(8 * MINUTE - 10, () => cluster.scrubOsd(pick(cluster, 'ssd', 2).id, true));
    },
  },
  calm: { summary: 'nothing is wrong', age: MINUTE, begin() {} },
  'osd-down': {
    summary: 'one OSD has failed; it is marked out after ten minutes and its data recovers',
    age: 3 * MINUTE,
    begin: (cluster) => cluster.after(5, () => cluster.killOsd(pick(cluster, 'hdd', 7).id)),
  },
  'host-down': {
    summary: 'a server has lost power; it is back half an hour later',
    age: 2 * MINUTE,
    begin(cluster) {
      const { name } = middleHost(cluster);
      cluster.after(5, () => cluster.killHost(name));
      cluster.after(32 * MINUTE, () => cluster.startHost(name));
    },
  },
  flapping: {
    summary: 'an OSD with a bad cable flaps until it gives up',
    age: 2 * MINUTE,
    begin(cluster) {
      const { id } = pick(cluster, 'hdd', 4);
      for (let round = 0; round < 12; round++) {
        cluster.after(5 + round * 75, () => cluster.disturbOsd(id, true));
        cluster.after(5 + round * 75 + 40, () => cluster.disturbOsd(id, false));
      }
    },
  },
  nearfull: {
    summary: 'the disks fill up: the first are near full, soon backfill no longer fits',
    age: MINUTE,
    fill: 0.842,
    begin(cluster) {
      for (const pool of cluster.model.pools) {
        if (pool.rule.takes[0].deviceClass === 'hdd') pool.growth = 3;
      }
    },
  },
  'scrub-errors': {
    summary: 'a deep scrub has found copies that disagree; more damage waits to be found',
    age: 4 * MINUTE,
    begin(cluster) {
      const pool = cluster.model.pools.find(({ name }) => name === 'volumes') ?? cluster.model.pools[1]!;
      cluster.damagePg(`${pool.id}.0`, 2);
      cluster.damagePg(`${pool.id}.5`, 4);
      const primary = pool.home[0]!;
      cluster.after(5, () => cluster.scrubOsd(primary, true));
    },
  },
  'slow-ops': {
    summary: 'a disk takes seconds for each request; clients of its placement groups wait',
    age: 2 * MINUTE,
    begin(cluster) {
      const { id } = pick(cluster, 'hdd', 9);
      cluster.after(5, () => cluster.slowDisk(id, 1355));
      cluster.after(25 * MINUTE, () => cluster.slowDisk(id, 0));
    },
  },
  'mon-down': {
    summary: 'one monitor has crashed; it is back a quarter of an hour later',
    age: MINUTE,
    begin(cluster) {
      cluster.after(5, () => cluster.killDaemon('mon', 'c'));
      cluster.after(16 * MINUTE, () => cluster.startDaemon('mon', 'c'));
    },
  },
  recovery: {
    summary: 'two OSDs are out, and their data is being restored right now',
    age: 5 * MINUTE,
    fill: 0.35,
    settings: { downOutInterval: MINUTE },
    begin(cluster) {
      const [first, second] = middleHost(cluster).osds;
      for (const osd of [first, second])
        if (osd !== undefined) cluster.after(5, () => cluster.killOsd(osd.id));
    },
  },
  'failing-disk': {
    summary: 'a disk shows more and more read errors, becomes slow and dies within minutes',
    age: 3 * MINUTE,
    begin(cluster) {
      const osd = pick(cluster, 'hdd', 11);
      for (let round = 0; round < 20; round++) {
        const details = `Current_Pending_Sector ${8 + round * 24}; Reallocated_Sector_Ct ${160 + round * 96}`;
        cluster.after(10 + round * 35, () => cluster.failDisk(osd.id, details, 3 + round));
      }
      cluster.after(8 * MINUTE, () => cluster.slowDisk(osd.id, 1355));
      cluster.after(12 * MINUTE, () => cluster.crashOsd(osd.id));
    },
  },
  'rack-partition': {
    summary: 'a rack has lost its switch; it is back a quarter of an hour later',
    age: 2 * MINUTE,
    begin(cluster) {
      const rack = cluster.model.racks.at(-1)!.name;
      cluster.after(5, () => cluster.cutRack(rack));
      cluster.after(17 * MINUTE, () => cluster.joinRack(rack));
    },
  },
  ...FAULT_SCENARIOS,
  drill,
  new: {
    summary: 'servers with empty disks and no cluster yet: the setup creates one',
    age: MINUTE,
    bare: true,
    begin() {},
  },
};

/** The default scenario: an incident, or bare servers on which a cluster is to be created. */
export const defaultScenario = (bare: boolean): string => (bare ? 'new' : 'demo');

/** The names that `--scenario` and `--demo=` accept. */
export const SCENARIO_NAMES: readonly string[] = Object.keys(SCENARIOS);

/** @throws RangeError if there is no scenario of this name; the message lists all names */
export function scenarioOf(name: string): Scenario {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (scenario !== undefined) return scenario;
  throw new RangeError(
    `there is no scenario ${JSON.stringify(name)}: choose one of ${SCENARIO_NAMES.join(', ')}`,
  );
}
