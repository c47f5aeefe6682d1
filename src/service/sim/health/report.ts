import { logCluster } from '../log/write.ts';
import type { Model } from '../model/model.ts';
import { hasQuorum } from '../monitors/quorum.ts';
import type { Check, Severity } from './check.ts';
import { deriveHealth, overallStatus } from './derive.ts';
import { stepMutes } from './muting.ts';

/** Interval in seconds at which the monitors log changed messages. */
const INTERVAL = 5;
/** mon_health_to_clog_interval: interval in seconds at which the whole health is logged. */
const REPEAT = 600;

const priorityOf = (severity: Severity) => (severity === 'HEALTH_ERR' ? 'error' : 'warning');

/**
 * Logs health changes to the cluster log: new checks at once, changed messages every few seconds. Without a quorum
 * nothing is logged.
 */
export function stepHealth(model: Model): void {
  if (!model.created || !hasQuorum(model)) return;
  const previous = model.reported;
  const now = deriveHealth(model);
  stepMutes(model, now);
  const updates = model.tick % INTERVAL === 0;
  const reported = new Map<string, Check>();
  for (const [code, check] of now) {
    const old = previous.get(code);
    const changed = old !== undefined && old.message !== check.message;
    if (old === undefined) logCheck(model, 'failed', code, check);
    else if (changed && updates) logCheck(model, 'update', code, check);
    reported.set(code, changed && !updates ? old : check);
  }
  for (const [code, { message }] of previous) {
    if (!now.has(code)) logCluster(model, 'info', `Health check cleared: ${code} (was: ${message})`);
  }
  if (previous.size > 0 && now.size === 0) logCluster(model, 'info', 'Cluster is now healthy');
  if (model.tick % REPEAT === 0) logWholeHealth(model, now);
  model.reported = reported;
}

function logCheck(model: Model, what: 'failed' | 'update', code: string, { severity, message }: Check): void {
  logCluster(model, priorityOf(severity), `Health check ${what}: ${message} (${code})`);
}

function logWholeHealth(model: Model, checks: ReadonlyMap<string, Check>): void {
  const status = overallStatus(checks);
  if (status === 'HEALTH_OK') {
    logCluster(model, 'info', 'overall HEALTH_OK');
    return;
  }
  const messages = Array.from(checks.values(), ({ message }) => message);
  const priority = priorityOf(status);
  logCluster(model, priority, `Health detail: ${status} ${messages.join('; ')}`);
  for (const [code, { severity, message, detail }] of checks) {
    logCluster(
      model,
      priorityOf(severity),
      `[${severity === 'HEALTH_ERR' ? 'ERR' : 'WRN'}] ${code}: ${message}`,
    );
    for (const line of detail()) logCluster(model, priorityOf(severity), `    ${line}`);
  }
}
