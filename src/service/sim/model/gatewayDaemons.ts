import { logHost } from '../log/write.ts';
import type { DaemonKind } from './daemons.ts';
import type { Model } from './model.ts';
import type { Host } from './topology.ts';

/** The gateways that run only where a service needs them. */
export type SimGatewayKind = Extract<DaemonKind, 'iscsi' | 'nfs'>;

/** The servers that run a gateway of this kind. */
export const hostsOf = ({ daemons }: Model, kind: DaemonKind): Host[] =>
  daemons.filter((daemon) => daemon.kind === kind).map(({ host }) => host);

/** Starts a gateway on a server; it registers within the next seconds. */
export function startGateway(model: Model, kind: SimGatewayKind, host: Host): void {
  const name = host.name;
  model.daemons.push({ kind, name, host, running: true, active: false, changedAt: model.tick });
  logHost(model, host, kind, 'info', `Started ${kind} ${name}.`);
}

/** Stops and removes the gateway of a server. */
export function stopGateway(model: Model, kind: SimGatewayKind, host: Host): void {
  const index = model.daemons.findIndex((daemon) => daemon.kind === kind && daemon.host === host);
  if (index < 0) return;
  const [stopped] = model.daemons.splice(index, 1);
  logHost(model, host, kind, 'info', `Stopped ${kind} ${stopped!.name}.`);
}
