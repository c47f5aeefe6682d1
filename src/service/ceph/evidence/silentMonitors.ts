import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import type { ClusterParts } from '../clusterParts.ts';
import { daemonHosts } from '../map/servers.ts';
import type { Listens } from '../s3/gateway/listens.ts';
import { INTERVAL_MS, MAX_SERVERS, OUTDATED_MS } from './limits.ts';
import { serverObserver } from './observe.ts';
import { unreachedAmong } from './onServers.ts';
import { resentSegments } from './resent.ts';

/** The answer of `mon dump`; before Ceph 14 a monitor has only one address. */
interface MonitorDump {
  readonly mons?: readonly {
    readonly name: string;
    readonly public_addrs?: { readonly addrvec?: readonly { readonly addr: string }[] };
  }[];
}

/** A monitor whose address is tried. */
interface Tried {
  readonly name: string;
  readonly server: string | undefined;
  readonly url: string;
}

/** The interval in milliseconds at which the addresses are tried while the cluster answers. */
const LEARN_MS = 60_000;
/** The number of tries in a row for an address that gives no answer: packets may be lost. */
const TRIES = 3;
/** The number of rounds in a row without an answer from which an address counts as silent. */
const SILENT_ROUNDS = 3;

/** Tries addresses in rounds, and counts for how many rounds those that have answered once give no answer. */
function addressTrials(listens: Listens) {
  const unanswered = new Map<string, number>();
  const tryOne = async ({ name, url }: Tried): Promise<readonly [string, boolean | undefined]> => {
    let answer: boolean | undefined;
    for (let count = 0; count < TRIES && answer === undefined; count++) answer = await listens(url);
    if (answer !== undefined) unanswered.set(name, 0);
    else if (unanswered.has(name)) unanswered.set(name, unanswered.get(name)! + 1);
    return [name, answer];
  };
  // If an address cannot be tried, nothing is learned about it.
  const tryOrSkip = (one: Tried) =>
    tryOne(one).then(
      (answer) => [answer],
      () => [],
    );
  return {
    /** The answers of the addresses that could be tried by the names of the monitors: true if something listens. */
    round: async (monitors: readonly Tried[]) => new Map((await Promise.all(monitors.map(tryOrSkip))).flat()),
    wasReached: (name: string): boolean => unanswered.has(name),
    isSilent: (name: string): boolean => (unanswered.get(name) ?? 0) >= SILENT_ROUNDS,
  };
}

/** The monitors with their addresses. */
async function knownMonitors({
  ceph,
  inventory,
}: Pick<ClusterParts, 'ceph' | 'inventory'>): Promise<Tried[]> {
  const [nodes, { mons = [] }] = await Promise.all([
    inventory.nodes(),
    ceph.read<MonitorDump>({ prefix: 'mon dump' }),
  ]);
  const hosts = daemonHosts(nodes);
  return mons.flatMap(({ name, public_addrs: addresses }) => {
    const url = `http://${addresses?.addrvec?.[0]?.addr}`;
    return URL.canParse(url) ? [{ name, server: hosts.get(`mon.${name}`), url }] : [];
  });
}

/**
 * Remembers the monitors of a cluster that answers, and tries their addresses while it does not: without a majority no monitor
 * knows which of the others are lost.
 */
export function silentMonitors({
  ceph,
  inventory,
  access,
  clock,
  listens,
}: Pick<ClusterParts, 'ceph' | 'inventory' | 'clock'> & {
  readonly access: Pick<ClusterParts['access'], 'find' | 'unreached'>;
  readonly listens: Listens;
}) {
  let monitors: readonly Tried[] = [];
  const trials = addressTrials(listens);
  const learning = createBackgroundRead<void>(clock, { minRestMs: LEARN_MS, firstWaitMs: 0 });
  const trying = createBackgroundRead<ReadonlyMap<string, boolean | undefined>>(clock, {
    restFactor: 1,
    minRestMs: INTERVAL_MS,
  });
  const observe = serverObserver(access, clock);
  const tell = ({ name, server }: Tried, tried: ReadonlyMap<string, boolean | undefined>) => {
    const runs = tried.get(name);
    const isSilent = tried.has(name) && trials.isSilent(name);
    if (!trials.wasReached(name) || (runs === undefined && !isSilent)) return [];
    const state = runs === undefined ? { silent: true } : { runs };
    return [{ mon: name, ...(server !== undefined && { server }), ...state }];
  };

  return {
    /** To be called while the cluster answers. */
    async remember(): Promise<void> {
      await learning(async () => {
        monitors = await knownMonitors({ ceph, inventory });
        await trials.round(monitors);
      });
    },
    /** Undefined if nothing is known. */
    async ask(): Promise<Pick<ClusterEvidence, 'lostMonitors' | 'unreached' | 'resent'> | undefined> {
      const servers = [...new Set(monitors.flatMap(({ server }) => server ?? []))];
      const [tried, observed] = await Promise.all([
        trying(() => trials.round(monitors)),
        observe(servers.slice(0, MAX_SERVERS)),
      ]);
      const resent = resentSegments(servers.slice(0, MAX_SERVERS), observed);
      const isCurrent = tried !== undefined && clock.elapsed() - tried.at < OUTDATED_MS;
      const lostMonitors = isCurrent ? monitors.flatMap((one) => tell(one, tried.value)) : [];
      const unreached = unreachedAmong(servers, access);
      return lostMonitors.length === 0 && unreached.length === 0 && resent.length === 0
        ? undefined
        : {
            lostMonitors,
            ...(unreached.length > 0 && { unreached }),
            ...(resent.length > 0 && { resent }),
          };
    },
  };
}
