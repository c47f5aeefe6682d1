import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import { firstDuplicate } from '../../rules/firstDuplicate.ts';
import { refusal } from '../../rules/refused.ts';
import { clusterExists } from '../../rules/setup.ts';
import type { SimCluster } from '../cluster.ts';
import { steps } from '../disks/jobs.ts';
import { diskTitle, queueOf } from '../disks/roles.ts';
import { logManagement } from '../log/write.ts';
import type { Device } from '../model/inventory.ts';
import type { Model } from '../model/model.ts';
import type { Host } from '../model/topology.ts';
import { addManagers, addMonitor } from '../monitors/monitors.ts';
import { daemonsOf, hasQuorum } from '../monitors/quorum.ts';
import { addressOn, NICS, requireAddress, requireAnswer, serverOrRefuse } from '../networks/servers.ts';
import { saveCreation } from '../persistence/creation.ts';
import { saveDisk } from '../persistence/hardware.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { SimJob, Run } from '../tasks/board.ts';

const QUEUE = 'create cluster';
/** Maximum seconds until the monitors have a quorum, and then until a manager is active. */
const TIMEOUT = 60;

/**
 * The servers of the first monitors, in the order of their ranks.
 * @throws Refusal 400, 404; 409 when a cluster cannot be created at the moment
 */
export function firstMonitors(model: Model, { mons }: Input<'createCluster'>['body']): Host[] {
  const hosts = mons.map((mon) => candidate(model, mon));
  const twice = firstDuplicate(hosts);
  if (twice !== undefined) throw new Refusal(400, `${twice.name} is listed twice: a server runs one monitor`);
  if (model.created) throw refusal(clusterExists());
  if (model.tasks.busy(QUEUE))
    throw new Refusal(409, 'a cluster is being created already: see the list of tasks');
  for (const host of hosts) {
    requireAnswer(host);
    if (monitorDisk(model, host) === undefined) throw new Refusal(409, noDiskText(host));
  }
  return hosts;
}

/** The address of a server's monitor, which is in the public network. */
export const monitorAddress = (host: Host): string => addressOn(host, NICS.public);

function candidate(
  model: Model,
  { server, hostname, ip }: Input<'createCluster'>['body']['mons'][number],
): Host {
  const host = serverOrRefuse(model, server);
  if (host.name !== hostname)
    throw new Refusal(400, `server ${server} is ${host.name}, not ${hostname}: choose one of the candidates`);
  requireAddress(host, ip);
  if (ip !== monitorAddress(host))
    throw new Refusal(
      400,
      `${ip} of ${hostname} is not in the public network, where clients look for monitors: use ${monitorAddress(host)}`,
    );
  return host;
}

/** The smallest unassigned disk of a server. */
const monitorDisk = ({ disks, tasks }: Model, host: Host): Device | undefined =>
  disks
    .filter((disk) => disk.host === host && disk.role === 'unassigned' && !tasks.busy(queueOf(disk)))
    .toSorted((a, b) => a.capacity - b.capacity)[0];

const noDiskText = ({ name }: Host): string =>
  `${name} has no unassigned disk for its monitor: release one, or choose another server`;

/** The task that creates a cluster with monitors on these servers, and managers, but without OSDs and pools. */
export function creationJob(
  cluster: SimCluster,
  persistence: Persistence,
  hosts: readonly Host[],
  startedBy: string,
): SimJob {
  const { model } = cluster;
  return {
    name: 'Create cluster',
    object: hosts.map(({ name }) => name).join(', '),
    startedBy,
    queue: QUEUE,
    *run(): Run {
      const disks = hosts.map((host) => {
        const disk = monitorDisk(model, host);
        if (disk === undefined) throw new Error(noDiskText(host));
        return disk;
      });
      try {
        for (const disk of disks) disk.role = 'updating';
        yield* bootstrap(model, disks);
        for (const disk of disks) {
          disk.role = 'mon';
          saveDisk(persistence, disk);
        }
        model.created = true;
        saveCreation(persistence, disks);
        logManagement(model, 'notice', `cluster ${model.fsid} created by ${startedBy}`);
      } finally {
        if (!model.created) undo(model, disks);
      }
      yield `the cluster ${model.fsid} is created: give disks the role osd, then create pools`;
    },
  };
}

function* bootstrap(model: Model, disks: readonly Device[]): Run {
  yield `creating the cluster ${model.fsid}`;
  if (disks.length % 2 === 0)
    yield `${disks.length} monitors tolerate no more failures than ${disks.length - 1}`;
  yield* steps(`formatted ${disks.map(diskTitle).join(', ')}`, 'created the monitor map and the keys');
  for (const { host } of disks) {
    const { name } = addMonitor(model, host);
    yield `mon.${name} starts on ${host.name}, ${monitorAddress(host)}`;
  }
  yield* until(() => hasQuorum(model), 'the monitors have no quorum');
  yield 'the monitors have a quorum';
  for (const { name, host } of addManagers(model)) yield `mgr.${name} starts on ${host.name}`;
  yield* until(() => daemonsOf(model, 'mgr').some(({ active }) => active), 'no manager is active');
}

function* until(condition: () => boolean, otherwise: string): Run {
  for (let second = 0; !condition(); second++) {
    if (second >= TIMEOUT) throw new Error(`${otherwise} after ${TIMEOUT} s: nothing was created`);
    yield undefined;
  }
}

/** Restores the previous state of the servers. */
function undo(model: Model, disks: readonly Device[]): void {
  for (const disk of disks) disk.role = 'unassigned';
  const isNew = (daemon: Model['daemons'][number]) => daemon.kind === 'mon' || daemon.kind === 'mgr';
  model.daemons.splice(0, model.daemons.length, ...model.daemons.filter((daemon) => !isNew(daemon)));
}
