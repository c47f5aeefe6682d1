import type { FlagName } from '../../api/contract/maintenance.ts';
import { settingLine } from '../log/settingLine.ts';
import type { SettingScalar } from '../rules/settings.ts';
import { putOption } from './config/put.ts';
import { diskCrash, reportLater } from './crashes/crash.ts';
import type { Incident } from './faults/fault.ts';
import { logAudit, logHost, logKernel, logManagement, logOsd } from './log/write.ts';
import type { Daemon, DaemonKind } from './model/daemons.ts';
import type { GroupFlag, Model } from './model/model.ts';
import { hostAnswers, type Host, type Link, linkWith, type Osd, type Rack } from './model/topology.ts';
import { monitorOn } from './monitors/monitors.ts';
import { predictFailure } from './osds/badDisk.ts';
import { destroyOsd } from './osds/lifecycle.ts';
import { markIn, markOut, osdChanged } from './osds/map.ts';
import { requestScrub, repair } from './placementGroups/scrubs.ts';
import { findPg } from './placementGroups/uncleanPg.ts';
import { step } from './step.ts';

/**
 * Access to the simulated cluster for scenarios, tests and the operations of the interface. Its methods set causes;
 * the effects follow in the next steps. Unknown ids and names are programming errors here (RangeError): operations
 * check theirs before.
 */
export class SimCluster {
  readonly model: Model;
  /** Faults that were injected on purpose, oldest first. No answer of the interface contains them. */
  readonly incidents: Incident[] = [];

  constructor(model: Model) {
    this.model = model;
  }

  /** Simulates this many seconds. */
  step(seconds = 1): void {
    for (let second = 0; second < seconds; second++) step(this.model);
  }

  /** Schedules an action this many simulated seconds from now. */
  after(seconds: number, act: () => void): void {
    this.model.agenda.after(seconds, act);
  }

  osd(id: number): Osd {
    return required(this.model.osds[id], `osd.${id}`);
  }
  host(name: string): Host {
    const found = this.model.hosts.find((host) => host.name === name);
    return required(found, `host ${name}`);
  }
  rack(name: string): Rack {
    const found = this.model.racks.find((rack) => rack.name === name);
    return required(found, `rack ${name}`);
  }
  daemon(kind: DaemonKind, name: string): Daemon {
    const found = this.model.daemons.find((daemon) => daemon.kind === kind && daemon.name === name);
    return required(found, `${kind}.${name}`);
  }

  /** Stops the daemon, which closes its sockets. */
  killOsd(id: number): void {
    this.#change(id, (osd) => (osd.process = 'stopped'));
  }
  /**
   * Makes the disk stop answering: the daemon exits and writes a crash report, which the managers have minutes later.
   */
  crashOsd(id: number): void {
    const osd = this.osd(id);
    reportLater(this.model, osd.host, diskCrash(this.model, osd));
    this.killOsd(id);
  }
  /** Makes the daemon hang: it answers nothing, but its sockets stay open. */
  hangOsd(id: number): void {
    this.#change(id, (osd) => (osd.process = 'hung'));
  }
  /** Starts a stopped daemon, or resumes a hanging one. A destroyed OSD has nothing to start from. */
  startOsd(id: number): void {
    if (this.osd(id).destroyed) return;
    const restarted = this.osd(id).process === 'stopped';
    this.#change(id, (osd) => (osd.process = 'running'), restarted);
    if (restarted) this.#startupLines(this.osd(id));
  }
  /** Loses the heartbeats of the OSD, or lets them through again, while its daemon keeps running. */
  disturbOsd(id: number, disturbed: boolean): void {
    this.#change(id, (osd) => (osd.disturbed = disturbed));
  }
  /** Adds milliseconds to each request of the disk; 0 makes it normal again. */
  slowDisk(id: number, lagMs: number): void {
    this.#change(id, (osd) => (osd.lagMs = lagMs));
  }
  /** Makes the disk predict its failure, with a number of blocks that it could read only after retries. */
  failDisk(id: number, details: string, retriedReads = 0): void {
    predictFailure(this.model, this.osd(id), details, retriedReads);
  }

  /** Marks an OSD out of data placement, or in again. */
  outOsd(id: number): void {
    markOut(this.model, this.osd(id));
  }
  inOsd(id: number): void {
    markIn(this.model, this.osd(id));
  }

  /** Destroys an OSD: its id becomes free for a new disk, and its data is restored elsewhere. */
  destroyOsd(id: number): void {
    this.killOsd(id);
    destroyOsd(this.model, this.osd(id));
  }

  /** Cuts the power of the server, or boots it. */
  killHost(name: string): void {
    this.#hostChanged(this.host(name), (host) => (host.powered = false));
  }
  startHost(name: string): void {
    const host = this.host(name);
    this.#hostChanged(host, () => (host.powered = true), true);
    logKernel(this.model, host, 'notice', 'Linux version 5.10.0-storage (gcc 10.2.1) #1 SMP');
  }
  /** Cuts the servers of a rack off from all others, or connects them again. */
  cutRack(name: string): void {
    for (const host of this.rack(name).hosts) this.connectHost(host.name, false);
  }
  joinRack(name: string): void {
    for (const host of this.rack(name).hosts) this.connectHost(host.name, true);
  }

  /** Connects the server's network to all others, or disconnects it. */
  connectHost(name: string, connected: boolean): void {
    this.#hostChanged(this.host(name), (host) => (host.connected = connected));
  }
  /** Freezes the kernel of the server while its connections stay open, or lets it go on. */
  freezeHost(name: string, frozen: boolean): void {
    this.#hostChanged(this.host(name), (host) => (host.frozen = frozen));
  }
  /**
   * Makes the server's link drop a share of the packets and delay the others, besides what is wrong with it already.
   * @returns the repair of this, and of nothing else
   */
  disturbLink(name: string, link: Link): () => void {
    const host = this.host(name);
    const own = { ...link };
    const update = () => {
      host.link = linkWith(host.disturbances);
      for (const osd of host.osds) osdChanged(this.model, osd);
    };
    host.disturbances.add(own);
    update();
    return () => {
      if (host.disturbances.delete(own)) update();
    };
  }
  /**
   * Sets the server's clock ahead by this many seconds. Its monitor restarts, and the monitors compare clocks soon
   * after.
   */
  setClock(name: string, seconds: number): void {
    const { model } = this;
    const host = this.host(name);
    host.clockOffset = seconds;
    model.timeChecks.next = model.tick + 3 + model.dice.faults.below(5);
    const mon = monitorOn(model, host);
    if (mon !== undefined) logHost(model, host, 'mon', 'info', `mon.${mon.name} calling monitor election`);
  }

  killDaemon(kind: DaemonKind, name: string): void {
    this.#daemonChanged(this.daemon(kind, name), false);
  }
  startDaemon(kind: DaemonKind, name: string): void {
    this.#daemonChanged(this.daemon(kind, name), true);
  }

  /** Sets or clears a cluster flag. */
  setFlag(flag: FlagName, set: boolean): void {
    if (set) this.model.flags.add(flag);
    else this.model.flags.delete(flag);
    this.model.epoch++;
    logAudit(this.model, { prefix: `osd ${set ? 'set' : 'unset'}`, key: flag });
    logManagement(this.model, 'notice', `flag ${flag} ${set ? 'set' : 'unset'}`);
  }

  /** Sets or clears a flag for a bucket of the CRUSH map only, as cephadm does with noout for a server under maintenance. */
  setBucketFlag(name: string, flag: GroupFlag, set: boolean): void {
    const { bucketFlags } = this.model;
    const flags = new Set(bucketFlags.get(name)).add(flag);
    if (!set) flags.delete(flag);
    if (flags.size > 0) bucketFlags.set(name, flags);
    else bucketFlags.delete(name);
    this.model.epoch++;
    logAudit(this.model, { prefix: `osd ${set ? 'set' : 'unset'}-group`, flags: flag, who: [name] });
  }

  /** Changes a setting of the cluster; null returns it to its default. */
  setOption(name: string, value: SettingScalar | null): void {
    putOption(this.model, name, value);
    // The audit log of Ceph hides the commands that set values, as these may be secret.
    if (value === null) logAudit(this.model, { prefix: 'config rm', name });
    logManagement(this.model, 'notice', settingLine(name, value));
  }

  /** Damages copies of a placement group, such as `4.1f`, so that a deep scrub will find this many errors. */
  damagePg(name: string, errors: number): void {
    this.model.damaged.set(this.#pg(name), { errors, found: false });
  }
  repairPg(name: string): void {
    repair(this.model, this.#pg(name));
  }
  scrubOsd(id: number, deep: boolean): number {
    return requestScrub(this.model, this.osd(id), deep);
  }
  /** Requests a deep scrub of one placement group. */
  scrubPg(name: string): void {
    this.model.scrubs.queue.add({ id: this.#pg(name), deep: true });
  }

  #pg(name: string): number {
    return required(findPg(this.model, name), `pg ${name}`);
  }

  #change(id: number, change: (osd: Osd) => void, restarted = false): void {
    const osd = this.osd(id);
    change(osd);
    osdChanged(this.model, osd, restarted);
  }

  #hostChanged(host: Host, change: (host: Host) => void, restarted = false): void {
    const { model } = this;
    change(host);
    host.lostAt = hostAnswers(host) ? undefined : model.tick;
    for (const osd of host.osds) osdChanged(model, osd, restarted);
    for (const daemon of model.daemons) if (daemon.host === host) daemon.changedAt = model.tick;
  }

  #daemonChanged(daemon: Daemon, running: boolean): void {
    daemon.running = running;
    daemon.changedAt = this.model.tick;
    const text = running
      ? `Started ${daemon.kind} ${daemon.name}.`
      : `${daemon.kind} ${daemon.name}: main process exited, status=1/FAILURE`;
    logHost(this.model, daemon.host, daemon.kind, running ? 'info' : 'error', text);
  }

  /** The log lines of a starting OSD, which replays its journal: a tenth of the two thousand measured in a second. */
  #startupLines(osd: Osd): void {
    logOsd(this.model, osd, 'notice', `set uid:gid to 167:167, process osd.${osd.id}`);
    for (let line = 0; line < 200; line++) {
      logOsd(
        this.model,
        osd,
        'info',
        `rocksdb: [db/version_set.cc:4${line + 100}] Recovered from manifest file: table ${line}`,
      );
    }
    logOsd(this.model, osd, 'notice', 'done with init, starting boot process');
  }
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new RangeError(`the simulated cluster has no ${what}`);
  return value;
}
