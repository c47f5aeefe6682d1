import type { ServerRow } from '../../store/answers/servers.ts';
import { resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { rowAction } from '../list/screen.ts';

/** A server, how the service reaches it, and whether an orchestrator keeps it in maintenance mode. */
interface MaintainableServer extends Pick<ServerRow, 'serverId' | 'hostname'> {
  readonly access: string | undefined;
  /** Undefined if that is not known, or no orchestrator with such a mode manages the server. */
  readonly maintenance: boolean | undefined;
  readonly unreached?: string | undefined;
}

const CHANGED = [resource('listServers'), resources.status, resources.tasks];

/** The reason why a server's maintenance mode cannot be changed. */
const refusedFor = (
  { serverId, access, maintenance, unreached }: MaintainableServer,
  enter: boolean,
): string | undefined => {
  if (serverId !== undefined && access === 'orchestrator' && maintenance === undefined)
    return (
      unreached ??
      'its orchestrator has no maintenance mode: with Rook, set the flag noout and drain its node'
    );
  if (serverId === undefined || maintenance === undefined) return 'no orchestrator manages this server';
  return maintenance === enter ? `it is ${enter ? 'in' : 'not in'} maintenance mode` : undefined;
};

export const enterMaintenance = rowAction<MaintainableServer, 'enterMaintenance'>(
  'enterMaintenance',
  {
    id: 'enter-maintenance',
    keys: ['E'],
    label: 'maintenance',
    help: 'Put the server under the cursor into maintenance mode',
    refused: (row) => refusedFor(row, true),
  },
  ({ serverId = 0, hostname }) => ({
    title: `Put ${hostname} into maintenance mode`,
    target: hostname,
    input: { params: { id: serverId } },
    effect:
      'All its cluster daemons are stopped, and its OSDs are not marked out. The orchestrator refuses if data would become unavailable.',
    undo: 'leave maintenance mode',
    cli: () => `ceph orch host maintenance enter ${hostname}`,
    refreshes: CHANGED,
  }),
);

export const leaveMaintenance = rowAction<MaintainableServer, 'leaveMaintenance'>(
  'leaveMaintenance',
  {
    id: 'end-maintenance',
    keys: ['X'],
    label: 'end maintenance',
    help: 'End the maintenance mode of the server under the cursor',
    refused: (row) => refusedFor(row, false),
  },
  ({ serverId = 0, hostname }) => ({
    title: `End the maintenance mode of ${hostname}`,
    target: hostname,
    input: { params: { id: serverId } },
    effect: 'Its daemons are started again, and its OSDs may be marked out as usual.',
    undo: 'put it into maintenance mode',
    cli: () => `ceph orch host maintenance exit ${hostname}`,
    refreshes: CHANGED,
  }),
);
