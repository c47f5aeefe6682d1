import { Refusal } from '../../engine.ts';
import { logCluster, logHost } from '../log/write.ts';
import type { Daemon, DaemonKind } from '../model/daemons.ts';
import type { Model } from '../model/model.ts';
import { hostAnswers } from '../model/topology.ts';

/** Seconds that a metadata server needs to replay its journal before it serves (measured: a few). */
export const MDS_REPLAY = 8;
/** Seconds after which a started daemon joins, and after which a silent gateway drops out of the service map. */
const JOIN = 5;
const GATEWAY_GRACE = 60;

/** True if the daemon's process runs and its server can be reached. */
export const daemonAnswers = ({ running, host }: Daemon): boolean => running && hostAnswers(host);

export const daemonsOf = ({ daemons }: Model, kind: DaemonKind): Daemon[] =>
  daemons.filter((daemon) => daemon.kind === kind);

/** True while more than half of the monitors are in quorum. */
export function hasQuorum(model: Model): boolean {
  const mons = daemonsOf(model, 'mon');
  return mons.filter(({ active }) => active).length > mons.length / 2;
}

/** @throws Refusal 503 without a quorum, in which case the monitors' data can be neither read nor changed */
export function requireQuorum(model: Model): void {
  if (!hasQuorum(model)) throw new Refusal(503, quorumText(model));
}

/** The reason why the monitors do not answer. */
export function quorumText(model: Model): string {
  const mons = daemonsOf(model, 'mon');
  const active = mons.filter((mon) => mon.active).length;
  return `the cluster does not answer: ${active} of ${mons.length} monitors ${active === 1 ? 'is' : 'are'} in quorum, and it takes more than half of them: start the others`;
}

/** One second of the daemons that are not OSDs: daemons drop out, join and take over. */
export function stepDaemons(model: Model): void {
  for (const daemon of model.daemons) {
    const silent = model.tick - daemon.changedAt;
    switch (daemon.kind) {
      case 'mon':
        if (
          daemon.active !== daemonAnswers(daemon) &&
          silent >= (daemon.active ? model.settings.monGrace : JOIN)
        ) {
          daemon.active = !daemon.active;
          elect(model);
        }
        break;
      case 'mgr':
        failOver(model, daemon, silent, model.settings.mgrGrace);
        break;
      case 'mds':
        failOver(model, daemon, silent, model.settings.mdsGrace);
        break;
      case 'radosgw':
      case 'iscsi':
      case 'nfs':
      case 'smb':
        if (daemonAnswers(daemon)) daemon.active = true;
        else if (silent >= GATEWAY_GRACE) daemon.active = false;
        break;
    }
  }
}

function elect(model: Model): void {
  const mons = daemonsOf(model, 'mon');
  const quorum = mons.filter(({ active }) => active);
  for (const { name, host } of quorum) {
    logHost(model, host, 'mon', 'info', `mon.${name} calling monitor election`);
  }
  const leader = quorum[0];
  const agreed = leader !== undefined && hasQuorum(model);
  model.quorumLostAt = agreed ? undefined : (model.quorumLostAt ?? model.tick);
  if (!agreed) return;
  const ranks = quorum.map((mon) => mons.indexOf(mon)).join(',');
  const names = quorum.map(({ name }) => name).join(',');
  logCluster(model, 'info', `mon.${leader.name} is new leader, mons ${names} in quorum (ranks ${ranks})`);
}

/**
 * Lets a standby take over from an active manager or metadata server that has been silent for too long. Without a
 * standby, a manager is dropped, while a metadata server keeps its rank and only counts as laggy (measured).
 */
function failOver(model: Model, daemon: Daemon, silent: number, grace: number): void {
  const peers = daemonsOf(model, daemon.kind);
  if (daemon.active) {
    if (daemonAnswers(daemon) || silent < grace) return;
    const standby = peers.find((peer) => peer !== daemon && daemonAnswers(peer) && !peer.active);
    if (standby === undefined && daemon.kind === 'mds') return;
    daemon.active = false;
    logCluster(model, 'warning', takeover(daemon, standby));
    if (daemon.kind === 'mds') {
      const { name } = daemon;
      logCluster(
        model,
        'info',
        `MDS daemon mds.${name} is removed because it is dead or otherwise unavailable.`,
      );
    }
    if (standby !== undefined) activate(model, standby);
  } else if (daemonAnswers(daemon) && silent >= JOIN && !peers.some(({ active }) => active)) {
    activate(model, daemon);
  }
}

function takeover({ kind, name }: Daemon, standby: Daemon | undefined): string {
  if (kind === 'mgr') {
    return standby === undefined
      ? `Manager daemon ${name} is unresponsive.  No standby daemons available.`
      : `Manager daemon ${name} is unresponsive, replacing it with standby daemon ${standby.name}`;
  }
  return `Replacing daemon mds.${name} as rank 0 with standby daemon mds.${standby?.name}`;
}

function activate(model: Model, daemon: Daemon): void {
  const { kind, name } = daemon;
  daemon.active = true;
  daemon.changedAt = model.tick;
  logCluster(
    model,
    'info',
    kind === 'mgr'
      ? `Manager daemon ${name} is now available`
      : `daemon mds.${name} assigned to filesystem storefs as rank 0`,
  );
  if (kind === 'mds') {
    model.agenda.after(MDS_REPLAY, () => {
      if (daemon.active && daemonAnswers(daemon))
        logCluster(model, 'info', `daemon mds.${name} is now active in filesystem storefs as rank 0`);
    });
  }
}
