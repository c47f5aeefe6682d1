import { Refusal } from '../../engine.ts';
import { newService, type IscsiGateway } from '../../iscsi/service.ts';
import { serverTaken } from '../../rules/gateways.ts';
import { refusal } from '../../rules/refused.ts';
import { readIp } from '../../values/readIp.ts';
import { startGateway } from '../model/gatewayDaemons.ts';
import type { Host } from '../model/topology.ts';
import { requireAddress, requireAnswer, serversOrRefuse } from '../networks/servers.ts';
import type { Site } from '../networks/site.ts';
import type { SimJob, Run } from '../tasks/board.ts';

/** A gateway as a request describes it. */
export interface GatewayBody {
  readonly serverId: number;
  readonly ip: string;
}

/** Seconds for configuring a server [assumed]. */
const CONFIGURE = 4;
/** Maximum number of gateways of a service: Ceph supports up to four paths to an image. */
const MAX_GATEWAYS = 4;

/**
 * The gateways in a request, which must answer, have the address and serve no other target.
 * @param present the present gateways of the service
 * @throws Refusal 400, 404, 409
 */
export function readGateways(
  site: Site,
  bodies: readonly GatewayBody[],
  present: readonly IscsiGateway<Host>[] = [],
): IscsiGateway<Host>[] {
  const ids = bodies.map(({ serverId }) => serverId);
  const hosts = serversOrRefuse(site.model, ids);
  const gateways = hosts.map((host, index) => {
    const { ip } = bodies[index]!;
    readIp('ip', ip);
    requireAddress(host, ip);
    requireAnswer(host);
    const service = site.iscsi
      .entries()
      .find(([, entry]) => entry.gateways.some((other) => other.host === host));
    if (service !== undefined) throw refusal(serverTaken(host.name, 'iSCSI', service[0]));
    return { host, ip };
  });
  if (present.length + gateways.length > MAX_GATEWAYS)
    throw new Refusal(
      409,
      `a service has at most ${MAX_GATEWAYS} gateways: create another one for more servers`,
    );
  return gateways;
}

/** The queue of all gateway setups, which run one after another. */
const QUEUE = 'iscsi gateways';

/** The task that creates a service under a reserved id. */
export function creationJob(
  site: Site,
  id: number,
  bodies: readonly GatewayBody[],
  startedBy: string,
): SimJob {
  return {
    name: 'Create iSCSI service',
    object: `iscsi ${id}`,
    startedBy,
    queue: QUEUE,
    *run(): Run {
      // Checked again, because other tasks may have changed something since the request.
      const gateways = readGateways(site, bodies);
      const service = newService(id, gateways);
      for (const gateway of gateways) yield* configure(gateway, service.iqn);
      readGateways(site, bodies);
      site.iscsi.add(service, id);
      for (const { host } of gateways) startGateway(site.model, 'iscsi', host);
      site.save();
      yield `iSCSI service ${id} is ready`;
    },
  };
}

/** The task that adds a gateway to a service. */
export function additionJob(site: Site, id: number, body: GatewayBody, startedBy: string): SimJob {
  return {
    name: 'Add iSCSI gateway',
    object: `iscsi ${id}`,
    startedBy,
    queue: QUEUE,
    *run(): Run {
      const ready = () => readGateways(site, [body], site.iscsi.get(id).gateways);
      for (const gateway of ready()) yield* configure(gateway, site.iscsi.get(id).iqn);
      for (const gateway of ready()) {
        site.iscsi.get(id).gateways.push(gateway);
        startGateway(site.model, 'iscsi', gateway.host);
      }
      site.save();
      yield `iSCSI service ${id} has one more gateway`;
    },
  };
}

function* configure({ host, ip }: IscsiGateway<Host>, iqn: string): Run {
  yield `${host.name}: writing the configuration of ${iqn}`;
  for (let second = 1; second < CONFIGURE; second++) yield undefined;
  yield `${host.name}: listening on ${ip}:3260`;
}
