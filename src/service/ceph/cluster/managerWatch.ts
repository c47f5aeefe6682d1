import type { HealthCheck } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { type Ceph, SHARE_MS } from '../client/ceph.ts';
import { within } from '../client/timeouts.ts';

/** The time without an answer after which the managers are reported as silent. Ceph itself raises MGR_DOWN after 30 s. */
const SILENT_MS = 4000;
/** The longest time that the status waits for the managers' answer, if they were asked shortly before. */
const ANSWER_WAIT_MS = 100;
/** The time without a request after which nothing is known of them: the status then waits until they count as silent. */
const UNASKED_MS = 10_000;

/** The health check for silent managers. This service raises it; the cluster does not know it. */
export const MGR_SILENT = 'MGR_SILENT';

/** Managers that do not answer, in elapsed milliseconds; the monitors still serve their last statistics. */
export interface ManagerSilence {
  /** The time of the first unanswered request. */
  readonly since: number;
  /** The time of the last request that was answered; undefined if none was. */
  readonly lastAnsweredAt: number | undefined;
}

/**
 * Sends the active manager a small command each time the status is read. When it dies, the monitors continue to serve
 * its last statistics, and report it as active for another half minute.
 */
export class ManagerWatch {
  readonly #ceph: Ceph;
  readonly #clock: Clock;
  #lastAnsweredAt: number | undefined;
  #unansweredSince: number | undefined;
  #pending: Promise<void> | undefined;
  #nextAt = -Infinity;
  #askedAt = -Infinity;

  constructor(ceph: Ceph, clock: Clock) {
    this.#ceph = ceph;
    this.#clock = clock;
  }

  /** Asks the managers and waits for their answer for some time. @returns their silence, if it has lasted {@link SILENT_MS} or longer */
  async check(): Promise<ManagerSilence | undefined> {
    const now = this.#clock.elapsed();
    const wait = now - this.#askedAt > UNASKED_MS ? SILENT_MS : ANSWER_WAIT_MS;
    if (now >= this.#nextAt) this.#pending ??= this.#ask();
    if (this.#pending) await within(this.#clock, wait, this.#pending);
    const since = this.#unansweredSince;
    if (since === undefined || this.#clock.elapsed() - since < SILENT_MS) return undefined;
    return { since, lastAnsweredAt: this.#lastAnsweredAt };
  }

  /** Restarts the measurement. Called when the monitors do not answer, because they forward the requests. */
  reset(): void {
    this.#unansweredSince = undefined;
  }

  async #ask(): Promise<void> {
    const at = this.#clock.elapsed();
    this.#askedAt = at;
    this.#unansweredSince ??= at;
    try {
      await this.#ceph.read({ prefix: 'pg stat' }, { fresh: true });
      this.#lastAnsweredAt = at;
      this.#unansweredSince = undefined;
    } catch (failure) {
      // Any other failure, such as missing permissions, says nothing about the managers.
      if (!(failure instanceof Refusal) || failure.status !== 503) this.#unansweredSince = undefined;
    } finally {
      this.#pending = undefined;
      this.#nextAt = this.#clock.elapsed() + SHARE_MS;
    }
  }
}

interface MonitorHealth {
  readonly status?: string;
  readonly checks?: unknown;
}

/**
 * Adds the check MGR_SILENT to the monitors' health, unless they report MGR_DOWN themselves.
 * @param now in elapsed milliseconds
 */
export function withSilenceCheck<T extends MonitorHealth>(
  health: T,
  { since }: ManagerSilence,
  now: number,
): T {
  const checks = (health.checks ?? {}) as Readonly<Record<string, HealthCheck>>;
  if ('MGR_DOWN' in checks) return health;
  const message = `no manager has answered for ${Math.round((now - since) / 1000)} s: usage, rates and placement groups are outdated`;
  const check = { severity: 'HEALTH_WARN', summary: { message, count: 1 }, detail: [], muted: false };
  return {
    ...health,
    status: health.status === 'HEALTH_OK' ? 'HEALTH_WARN' : health.status,
    checks: { ...checks, [MGR_SILENT]: check },
  };
}
