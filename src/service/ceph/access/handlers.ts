import type { ServerReach, ServerNic } from '../../../api/contract/extensions/servers.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Section, Refusal } from '../../engine.ts';
import { refuseNicDeletion } from '../../rules/networks.ts';
import { refusal } from '../../rules/refused.ts';
import { daemonsInWords } from '../orchestrator/read.ts';
import { serverNamed, serverNames } from '../servers.ts';
import { latestAnswers } from './latestAnswers.ts';
import type { ServerAccess, ServerHelper } from './serverAccess.ts';

/** An interface in the answer of `ip -json address`. */
interface IpLink {
  readonly ifindex: number;
  readonly ifname: string;
  readonly operstate?: string;
  readonly address?: string;
  readonly addr_info?: readonly { readonly local?: string; readonly prefixlen?: number }[];
}

const TIMEOUT_MS = 5000;

/** The operational states that mean up or down; loopback and tunnel interfaces report UNKNOWN. */
const STATES: Readonly<Record<string, boolean>> = { UP: true, DOWN: false, LOWERLAYERDOWN: false };

/** The interfaces in the answer of `ip -json address`, which may contain empty objects. */
export const nicsOf = (links: readonly Partial<IpLink>[]): ServerNic[] =>
  links.flatMap(({ ifindex: id, ifname: name, operstate = '', address: mac, addr_info: all = [] }) => {
    if (id === undefined || name === undefined) return [];
    const up = STATES[operstate];
    const addresses = all.flatMap(({ local, prefixlen }) =>
      local === undefined ? [] : [`${local}/${prefixlen}`],
    );
    return [{ id, name, ...(up !== undefined && { up }), ...(mac !== undefined && { mac }), addresses }];
  });

/** The network interfaces of a server. @throws Refusal 503 */
async function readNics({ run }: ServerHelper): Promise<readonly ServerNic[]> {
  const { status, out, err } = await run(['ip', '-json', 'address'], TIMEOUT_MS);
  if (status !== 0) throw new Refusal(503, `\`ip\` failed: ${err.trim() || `status ${status}`}`);
  try {
    return nicsOf(JSON.parse(out) as readonly IpLink[]);
  } catch {
    throw new Refusal(503, 'the output of `ip -json address` is not readable: `ip` is too old there');
  }
}

interface ServerParts {
  readonly node: { servers(): Promise<ReadonlyMap<string, number>> };
  readonly access: ServerAccess;
  readonly clock: Clock;
}

/** Lists servers, with their network interfaces and the ways in which this service can act on them. */
export function serverHandlers({ node, access, clock }: ServerParts) {
  const nicsOn = latestAnswers(access, clock, readNics);
  /** The way to act on a server, and the orchestrator's facts about it. */
  const reachOf = async (host: string): Promise<ServerReach> => {
    const managed = await access.orchestrated(host);
    const unreached = managed ? managed.unavailable : access.unreached(host);
    return {
      access: managed ? 'orchestrator' : (access.find(host)?.kind ?? 'none'),
      ...(unreached !== undefined && { unreached }),
      ...(managed && {
        maintenance: managed.inMaintenance,
        labels: [...managed.labels],
        daemons: daemonsInWords(managed.daemons),
      }),
    };
  };
  return {
    async listServers(): Promise<ServerReach[]> {
      const servers = await node.servers();
      const nicsByHost = await nicsOn(servers.keys());
      return Promise.all(
        serverNames(servers).map(async ({ hostname = '', ...name }) => {
          const nics = nicsByHost.get(hostname);
          return {
            hostname,
            ...name,
            ...(await reachOf(hostname)),
            ...(nics && { nics: [...nics.value], nicsAge: nics.age }),
          };
        }),
      );
    },
    /** Always refuses: the list is read from the servers, so an interface disappears once its server lacks it. */
    async deleteServerNic({ params: { id, nicId } }): Promise<never> {
      const host = serverNamed(await node.servers(), id);
      throw refusal(refuseNicDeletion(host, nicId, await readNics(access.on(host))));
    },
  } satisfies Section;
}
