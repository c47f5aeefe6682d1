import type { ServerNic } from '../../../api/contract/extensions/servers.ts';
import { Refusal } from '../../engine.ts';
import type { ServerHelper } from './serverAccess.ts';

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
export async function readNics({ run }: ServerHelper): Promise<readonly ServerNic[]> {
  const { status, out, err } = await run(['ip', '-json', 'address'], TIMEOUT_MS);
  if (status !== 0) throw new Refusal(503, `\`ip\` failed: ${err.trim() || `status ${status}`}`);
  try {
    return nicsOf(JSON.parse(out) as readonly IpLink[]);
  } catch {
    throw new Refusal(503, 'the output of `ip -json address` is not readable: `ip` is too old there');
  }
}
