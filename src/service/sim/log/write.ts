import type { Model } from '../model.ts';
import type { Host, Osd } from '../topology.ts';

/** Syslog priorities that the simulated daemons use. */
export type Priority = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const LEVELS: Record<Priority, string> = {
  1: 'ERR',
  2: 'ERR',
  3: 'ERR',
  4: 'WRN',
  5: 'INF',
  6: 'INF',
  7: 'DBG',
};

/** Writes a line of the cluster log, as the leading monitor does. */
export function logCluster(model: Model, priority: Priority, message: string): void {
  const leader = model.daemons.find(({ kind, active }) => kind === 'mon' && active);
  logHost(
    model,
    leader?.host ?? model.hosts[0]!,
    'mon',
    priority,
    `cluster [${LEVELS[priority]}] ${message}`,
  );
}

/** Writes a line of an OSD's log. */
export function logOsd(model: Model, osd: Osd, priority: Priority, message: string): void {
  logHost(model, osd.host, `osd.${osd.id}`, priority, `osd.${osd.id} ${model.epoch} ${message}`);
}

/** Writes a line of any service on a host. */
export function logHost(
  model: Model,
  host: Host,
  service: string,
  priority: Priority,
  message: string,
): void {
  model.log.write({ m: message, s: service, h: host.id, p: priority });
}

/** Writes a line of the management service, which runs on the first server. */
export function logManagement(model: Model, priority: Priority, message: string): void {
  logHost(model, model.hosts[0]!, 'mgmt', priority, message);
}

/** Writes a command of the administrator to the audit log of the monitors, as they do when they have carried it out. */
export function logAudit(model: Model, command: Readonly<Record<string, string | readonly string[]>>): void {
  const parts = Object.entries(command).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  const text = `from='client.? ' entity='client.admin' cmd='[{${parts.join(', ')}}]': finished`;
  logHost(model, model.hosts[0]!, 'mon', 6, text);
}
