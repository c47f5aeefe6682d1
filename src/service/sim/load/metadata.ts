import { logHost } from '../log/write.ts';
import type { Daemon } from '../model/daemons.ts';
import type { Model } from '../model/model.ts';
import { daemonAnswers, daemonsOf } from '../monitors/quorum.ts';

/** mds_log_max_segments. The monitors warn at twice as many (mds_log_warn_factor). */
export const MAX_SEGMENTS = 128;
/**
 * Seconds after which a client's request counts as slow, and after which an unresponsive client is evicted (measured:
 * 34 and 63).
 */
const [SLOW_AFTER, EVICTED_AFTER] = [34, 63];
/** Seconds after which the monitors report slow requests (measured). */
export const SLOW_REPORTED_AFTER = 39;
/** Seconds between two log lines about a slow request. */
const INTERVAL = 5;

/** The metadata server that serves the filesystem. */
export const activeMds = (model: Model): Daemon | undefined =>
  daemonsOf(model, 'mds').find((mds) => mds.active && daemonAnswers(mds));

/**
 * One second of the metadata server: its journal grows if it cannot be trimmed, and requests wait for a client that
 * does not answer.
 */
export function stepMetadata(model: Model): void {
  const { metadata, tick } = model;
  metadata.segments = Math.max(1, metadata.segments + metadata.growth);
  const mds = activeMds(model);
  const { hung } = metadata;
  if (hung === undefined || mds === undefined) return;
  const age = tick - hung.since;
  if (age >= SLOW_AFTER && age < EVICTED_AFTER && (age - SLOW_AFTER) % INTERVAL === 0) {
    const count = 1 + Math.floor((age - SLOW_AFTER) / INTERVAL);
    warn(model, mds, `${count} slow requests, 1 included below; oldest blocked for > ${age}.042 secs`);
    warn(
      model,
      mds,
      `slow request ${age}.042 seconds old, received at ${new Date(model.timeOf(hung.since)).toISOString()}: ` +
        `client_request(client.${hung.client + 7}:${tick} lookup #0x1/projects caller_uid=0, caller_gid=0{}) currently failed to rdlock, waiting`,
    );
  }
  if (age < EVICTED_AFTER) return;
  warn(
    model,
    mds,
    `evicting unresponsive client client.${hung.client} (${hung.client}), after ${age}.3 seconds`,
  );
  metadata.hung = undefined;
}

const warn = (model: Model, { host, name }: Daemon, text: string): void =>
  logHost(model, host, 'mds', 'warning', `mds.${name} log_channel(cluster) log [WRN] : ${text}`);
