import { type Static, Type } from 'typebox';
import { operation, shape, word } from '../../operation.ts';

/** A network interface of a server. */
const ServerNic = shape({
  id: Type.Integer({ description: 'as HA groups and nicId name it' }),
  name: Type.String({ description: 'such as eth0' }),
  up: Type.Boolean({ description: 'it has a link; absent where the server does not tell' }),
  mac: Type.String(),
  addresses: Type.Array(Type.String({ description: 'with the length of the prefix, such as 10.1.0.7/16' })),
});
export type ServerNic = Static<typeof ServerNic>;

/** A server, and how the service accesses it. Unknown parts are absent. */
export const ServerReach = shape({
  id: Type.Integer({ description: 'server id' }),
  hostname: Type.String(),
  access: word(['local', 'ssh', 'orchestrator', 'none'], 'the way in which the service does something there'),
  unreached: Type.String({ description: 'why that did not work the last time' }),
  maintenance: Type.Boolean({
    description: 'true while the orchestrator has its daemons stopped; absent where no orchestrator has it',
  }),
  labels: Type.Array(Type.String(), { description: 'by which the orchestrator places daemons' }),
  daemons: Type.String({ description: 'the daemons that the orchestrator has there, in words' }),
  nics: Type.Array(ServerNic),
  nicsAge: Type.Number({ description: 'seconds since the server told its interfaces' }),
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
