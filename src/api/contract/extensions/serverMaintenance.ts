import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { id, Task } from '../shapes.ts';

const params = Type.Object({ id: id('number of the server', 'server') });
const path = '/extensions/servers/{id}/maintenance';

/** The maintenance mode of servers, which requires an orchestrator. GET /extensions/servers shows the servers in it. */
export const serverMaintenance = {
  enterMaintenance: operation({
    method: 'POST',
    path,
    summary: 'Put a server into maintenance mode: all daemons of the cluster on it are stopped',
    tier: 'disruptive',
    params,
    reply: Task,
  }),
  leaveMaintenance: operation({
    method: 'DELETE',
    path,
    summary: 'End the maintenance mode of a server: its daemons are started again',
    tier: 'reversible',
    params,
    reply: Task,
  }),
} as const;
