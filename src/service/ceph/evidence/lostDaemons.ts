import type { Clock } from '../../../lib/clock.ts';
import { latestAnswers } from '../access/latestAnswers.ts';
import type { ServerAccess, ServerHelper } from '../access/serverAccess.ts';
import { INTERVAL_MS, MAX_SERVERS, OUTDATED_MS, SERVER_TIMEOUT_MS } from './limits.ts';

/** A daemon that may be lost. */
export interface LostDaemon {
  readonly kind: 'mon' | 'mgr';
  readonly name: string;
  /** The name of its server; undefined if that is not known. */
  readonly server: string | undefined;
}

/** Makes the function that asks the servers of daemons whether these run; `runs` is missing if that is not known. */
export function lostDaemonReader(access: Pick<ServerAccess, 'find'>, clock: Clock) {
  let lost: readonly LostDaemon[] = [];
  const read = ({ call }: ServerHelper, host: string) => {
    const ask = async (one: LostDaemon) => {
      const daemon = { kind: one.kind, identity: one.name };
      return { ...one, runs: await call<boolean>('host.runs', daemon, { timeoutMs: SERVER_TIMEOUT_MS }) };
    };
    return Promise.all(lost.filter(({ server }) => server === host).map(ask));
  };
  const readings = latestAnswers(access, clock, read, { intervalMs: INTERVAL_MS });
  return async <T extends LostDaemon>(
    daemons: readonly T[],
  ): Promise<(T & { readonly runs?: boolean })[]> => {
    lost = daemons;
    const servers = new Set(daemons.flatMap(({ server }) => server ?? []));
    const all = await readings([...servers].slice(0, MAX_SERVERS));
    const told = [...all.values()].flatMap(({ value, age }) => (age * 1000 <= OUTDATED_MS ? value : []));
    return daemons.map((daemon) => {
      const found = told.find(({ kind, name }) => kind === daemon.kind && name === daemon.name);
      return found === undefined ? daemon : { ...daemon, runs: found.runs };
    });
  };
}
