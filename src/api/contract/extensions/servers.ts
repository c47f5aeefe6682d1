import { type Static, Type } from 'typebox';
import { operation, shape, word } from '../../operation.ts';

/** A network interface of a server. */
const ServerNic = shape({
  id: Type.Integer({ description: 'the id that HA groups and nicId refer to' }),
  name: Type.String({ description: 'such as eth0' }),
  up: Type.Boolean({ description: 'true if it has a link; absent if the server does not report it' }),
  mac: Type.String(),
  addresses: Type.Array(Type.String({ description: 'with the length of the prefix, such as 10.1.0.7/16' })),
});
export type ServerNic = Static<typeof ServerNic>;

/** A server, and how the service accesses it. Unknown parts are absent. */
export const ServerReach = shape({
  id: Type.Integer({ description: 'server id' }),
  hostname: Type.String(),
  access: word(['local', 'ssh', 'orchestrator', 'none'], 'how the service runs commands there'),
  unreached: Type.String({ description: 'why the last attempt to reach it failed' }),
  maintenance: Type.Boolean({
    description:
      'true while the orchestrator keeps its daemons stopped; absent if that is not known, or if no orchestrator with such a mode manages it',
  }),
  labels: Type.Array(Type.String(), { description: 'labels by which the orchestrator places daemons' }),
  daemons: Type.String({ description: 'the daemons that the orchestrator runs there, as text' }),
  nics: Type.Array(ServerNic),
  nicsAge: Type.Number({ description: 'seconds since the server reported its interfaces' }),
});
export type ServerReach = Static<typeof ServerReach>;

/** The list of servers, which the interface itself lacks. */
export const servers = {
  listServers: operation({
    method: 'GET',
    path: '/extensions/servers',
    summary: 'How each server is reached, and its network interfaces',
    tier: 'read',
    reply: Type.Array(ServerReach),
  }),
} as const;
