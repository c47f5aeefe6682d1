import type { ServerReach, ServerNic } from '../../../api/contract/extensions/servers.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Section, Refusal } from '../../engine.ts';
import { refuseNicDeletion } from '../../rules/networks.ts';
import { refusal } from '../../rules/refused.ts';
import { noServer } from '../../rules/servers.ts';
import { daemonsInWords } from '../orchestrator/read.ts';
import { serverNames } from '../servers.ts';
import type { Hands, Hand } from './hands.ts';
import { lately } from './lately.ts';

/** An interface in the answer of `ip -json address`. */
interface IpLink {
  readonly ifindex: number;
  readonly ifname: string;
  readonly operstate?: string;
  readonly address?: string;
  readonly addr_info?: readonly { readonly local?: string; readonly prefixlen?: number }[];
}

const LOOKING_MS = 5000;

/** The words for a link that is there, and for one that is not; loopback and tunnels tell neither. */
const STATES: Readonly<Record<string, boolean>> = { UP: true, DOWN: false, LOWERLAYERDOWN: false };

/** The interfaces in the answer of `ip -json address`, which may hold empty objects. */
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
async function readNics({ run }: Hand): Promise<readonly ServerNic[]> {
  const { status, out, err } = await run(['ip', '-json', 'address'], LOOKING_MS);
  if (status !== 0) throw new Refusal(503, `\`ip\` failed: ${err.trim() || `status ${status}`}`);
  try {
    return nicsOf(JSON.parse(out) as readonly IpLink[]);
  } catch {
    throw new Refusal(503, '`ip -json address` told nothing that could be read: it is too old there');
  }
}

interface ServerParts {
  readonly node: { servers(): Promise<ReadonlyMap<string, number>> };
  readonly hands: Hands;
  readonly clock: Clock;
}

/** Facts of the servers by the hands on them. */
export function serverHandlers({ node, hands, clock }: ServerParts) {
  const nicsOn = lately(hands, clock, readNics);
  /** The hand on a server, and what an orchestrator tells of it. */
  const reachOf = async (host: string): Promise<ServerReach> => {
    const there = await hands.orchestrated(host);
    const unreached = there ? there.away : hands.unreached(host);
    return {
      hand: there ? 'orchestrator' : (hands.find(host)?.kind ?? 'none'),
      ...(unreached !== undefined && { unreached }),
      ...(there && {
        maintenance: there.inMaintenance,
        labels: [...there.labels],
        daemons: daemonsInWords(there.daemons),
      }),
    };
  };
  return {
    async listServers(): Promise<ServerReach[]> {
      const servers = await node.servers();
      const told = await nicsOn(servers.keys());
      return Promise.all(
        serverNames(servers).map(async ({ hostname = '', ...name }) => {
          const nics = told.get(hostname);
          return {
            hostname,
            ...name,
            ...(await reachOf(hostname)),
            ...(nics && { nics: [...nics.value], nicsAge: nics.age }),
          };
        }),
      );
    },
    /** Servers tell the interfaces that they have, so that there is nothing to delete but what is gone. */
    async deleteServerNic({ params: { id, nicId } }): Promise<never> {
      const host = [...(await node.servers())].find(([, server]) => server === id)?.[0];
      if (host === undefined) throw refusal(noServer(id));
      throw refusal(refuseNicDeletion(host, nicId, await readNics(hands.on(host))));
    },
  } satisfies Section;
}
