import { PRIORITY, type PriorityWord } from '../../../lib/priority.ts';
import type { Model } from '../model/model.ts';
import { hostAnswers, type Host, type Osd } from '../model/topology.ts';

/** The levels of the cluster log. */
const LEVELS: Record<PriorityWord, string> = {
  emergency: 'ERR',
  alert: 'ERR',
  critical: 'ERR',
  error: 'ERR',
  warning: 'WRN',
  notice: 'INF',
  info: 'INF',
  debug: 'DBG',
};

/** Writes a line of the cluster log, as the leading monitor does. */
export function logCluster(model: Model, priority: PriorityWord, message: string): void {
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
export function logOsd(model: Model, osd: Osd, priority: PriorityWord, message: string): void {
  logHost(model, osd.host, `osd.${osd.id}`, priority, `osd.${osd.id} ${model.epoch} ${message}`);
}

/** Writes a line of any service on a host. */
export function logHost(
  model: Model,
  host: Host,
  service: string,
  priority: PriorityWord,
  message: string,
): void {
  model.log.write({ m: message, s: service, h: host.id, p: PRIORITY[priority] });
}

/** Writes a line of a host's kernel, if it reaches the management service: that of a host that is cut off is lost. */
export function logKernel(model: Model, host: Host, priority: PriorityWord, message: string): void {
  if (hostAnswers(host)) logHost(model, host, 'kernel', priority, message);
}

/** Writes a line of the management service, which runs on the first server. */
export function logManagement(model: Model, priority: PriorityWord, message: string): void {
  logHost(model, model.hosts[0]!, 'mgmt', priority, message);
}

/** Writes a command of the administrator to the audit log of the monitors, as they do when they have carried it out. */
export function logAudit(model: Model, command: Readonly<Record<string, string | readonly string[]>>): void {
  const parts = Object.entries(command).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  const text = `from='client.? ' entity='client.admin' cmd='[{${parts.join(', ')}}]': finished`;
  logHost(model, model.hosts[0]!, 'mon', 'info', text);
}
