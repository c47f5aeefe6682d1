import type { HealthCheck } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import { within } from '../timeouts.ts';

/** A question that no manager has answered for so long is told: Ceph itself says MGR_DOWN after half a minute. In milliseconds. */
const SILENT_MS = 4000;
/** The status waits so long for the answer, and asks again after so long at the earliest. */
const PATIENCE_MS = 100;
const REST_MS = 1000;

/** The check that the managers are silent, which this service raises and the cluster does not know. */
export const MGR_SILENT = 'MGR_SILENT';

/** The silence of the managers, in elapsed milliseconds: their figures are those that the monitors kept. */
export interface ManagerSilence {
  /** When the question was asked that nobody has answered. */
  readonly since: number;
  /** When the question was asked that was answered last; undefined where none was. */
  readonly heard: number | undefined;
}

/**
 * Asks the active manager something small, through the monitors, each time that the status is read: the monitors
 * go on telling its figures when it has died, and for half a minute they say that it is there.
 */
export class ManagerWatch {
  readonly #ceph: Ceph;
  readonly #clock: Clock;
  #heard: number | undefined;
  #unansweredSince: number | undefined;
  #underWay: Promise<void> | undefined;
  #restUntil = -Infinity;

  constructor(ceph: Ceph, clock: Clock) {
    this.#ceph = ceph;
    this.#clock = clock;
  }

  /** Asks, and waits a moment for the answer. @returns what is to be told of managers that have been silent for long */
  async look(): Promise<ManagerSilence | undefined> {
    if (this.#clock.elapsed() >= this.#restUntil) this.#underWay ??= this.#ask();
    if (this.#underWay) await within(this.#clock, PATIENCE_MS, this.#underWay);
    const since = this.#unansweredSince;
    if (since === undefined || this.#clock.elapsed() - since < SILENT_MS) return undefined;
    return { since, heard: this.#heard };
  }

  /** Notes that the monitors do not answer, either: the managers' silence says nothing about them then. */
  excuse(): void {
    this.#unansweredSince = undefined;
  }

  async #ask(): Promise<void> {
    const at = this.#clock.elapsed();
    this.#unansweredSince ??= at;
    try {
      await this.#ceph.read({ prefix: 'pg stat' }, { fresh: true });
      this.#heard = at;
      this.#unansweredSince = undefined;
    } catch (failure) {
      // A user who may not ask the managers knows nothing of them.
      if (!(failure instanceof Refusal) || failure.status !== 503) this.#unansweredSince = undefined;
    } finally {
      this.#underWay = undefined;
      this.#restUntil = this.#clock.elapsed() + REST_MS;
    }
  }
}

interface Health {
  readonly status?: string;
  readonly checks?: unknown;
}

/**
 * The health as the monitors tell it, and that no manager answers, which they do not know or say themselves yet.
 * @param now in elapsed milliseconds
 */
export function withSilence<T extends Health>(health: T, { since }: ManagerSilence, now: number): T {
  const checks = (health.checks ?? {}) as Readonly<Record<string, HealthCheck>>;
  if ('MGR_DOWN' in checks) return health;
  const message = `no manager has answered for ${Math.round((now - since) / 1000)} s: usage, rates and placement groups are from before`;
  const check = { severity: 'HEALTH_WARN', summary: { message, count: 1 }, detail: [], muted: false };
  return {
    ...health,
    status: health.status === 'HEALTH_OK' ? 'HEALTH_WARN' : health.status,
    checks: { ...checks, [MGR_SILENT]: check },
  };
}
