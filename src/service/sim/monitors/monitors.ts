import { logHost } from '../log/write.ts';
import type { Daemon } from '../model/daemons.ts';
import type { Model } from '../model/model.ts';
import type { Host } from '../model/topology.ts';
import { daemonsOf } from './quorum.ts';

export const monitorOn = (model: Model, host: Host): Daemon | undefined =>
  daemonsOf(model, 'mon').find((mon) => mon.host === host);

/** Starts a monitor on a server. It joins the quorum within seconds, and counts as missing until then. */
export function addMonitor(model: Model, host: Host): Daemon {
  const names = new Set(daemonsOf(model, 'mon').map(({ name }) => name));
  let letter = 97;
  while (names.has(String.fromCodePoint(letter))) letter++;
  const name = String.fromCodePoint(letter);
  const mon: Daemon = { kind: 'mon', name, host, running: true, active: false, changedAt: model.tick };
  // Monitors come first among the daemons, in the order of their ranks.
  model.daemons.splice(daemonsOf(model, 'mon').length, 0, mon);
  logHost(model, host, 'mon', 'notice', `mon.${name} starts, calling for an election`);
  return mon;
}

/** Number of managers in a cluster: the active one and a standby. */
const MANAGERS = 2;

/** Starts managers on the servers of the first monitors; one of them is active within seconds. */
export function addManagers(model: Model): Daemon[] {
  return daemonsOf(model, 'mon')
    .slice(0, MANAGERS)
    .map(({ host }, index) => {
      const name = String.fromCodePoint(97 + index);
      const mgr: Daemon = { kind: 'mgr', name, host, running: true, active: false, changedAt: model.tick };
      model.daemons.push(mgr);
      logHost(model, host, 'mgr', 'notice', `mgr.${name} starts`);
      return mgr;
    });
}

/** Removes a monitor from the cluster. */
export function removeMonitor(model: Model, mon: Daemon): void {
  model.daemons.splice(model.daemons.indexOf(mon), 1);
  logHost(model, mon.host, 'mon', 'notice', `mon.${mon.name} is removed from the monitor map`);
}

/** True if the other monitors would have a quorum without this one. */
export function hasQuorumWithout(model: Model, mon: Daemon): boolean {
  const others = daemonsOf(model, 'mon').filter((other) => other !== mon);
  return others.filter(({ active }) => active).length > others.length / 2;
}
