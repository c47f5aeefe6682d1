import type { ServerNic } from '../../../api/contract/extensions/servers.ts';
import { Refusal } from '../../engine.ts';
import type { Hand } from './hands.ts';

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
export async function readNics({ run }: Hand): Promise<readonly ServerNic[]> {
  const { status, out, err } = await run(['ip', '-json', 'address'], LOOKING_MS);
  if (status !== 0) throw new Refusal(503, `\`ip\` failed: ${err.trim() || `status ${status}`}`);
  try {
    return nicsOf(JSON.parse(out) as readonly IpLink[]);
  } catch {
    throw new Refusal(503, '`ip -json address` told nothing that could be read: it is too old there');
  }
}
