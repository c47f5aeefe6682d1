import { type Static, Type } from 'typebox';
import { body, changes, choice, operation, shape, word } from '../operation.ts';
import { id, name } from './shapes.ts';

/** The events at which installed scripts run (interface, "Events"). */
export const HOOK_EVENTS = [
  'PreNetworkConfig',
  'PostNetworkConfig',
  'PreDaemonStart',
  'PostDaemonStart',
  'PreFormatDisk',
  'PostFormatDisk',
  'PostStoreDaemonStart',
  'OnHealthDegrade',
  'OnHealthRecover',
  'PreCrushMapChange',
  'PostCrushMapChange',
  'PostConfigChanged',
] as const;

/** An event, and the machines where its scripts can run (interface, "Hook point"). */
export const HookPoint = shape({
  name: Type.String(),
  canChooseServer: Type.Boolean({ description: 'runs on cluster nodes; false: on the management node' }),
});
export type HookPoint = Static<typeof HookPoint>;

/** A script that runs at an event (interface, "Hook"). */
export const Hook = shape({
  id: Type.Integer(),
  scriptId: Type.Integer(),
  scriptName: Type.String(),
  event: word(HOOK_EVENTS),
  allServers: Type.Boolean(),
  serverIds: Type.Array(Type.Integer()),
  serverNames: Type.Array(Type.String()),
});
export type Hook = Static<typeof Hook>;

/** A script by its name; its text is read by another operation (interface, "Script"). */
export const Script = shape({ id: Type.Integer(), name: Type.String() });
export type Script = Static<typeof Script>;

const scriptId = id('id of the script', 'script');
const event = choice(HOOK_EVENTS, 'event at which it runs');
const allServers = Type.Boolean({ description: 'run it on every server' });
const serverIds = Type.Array(id('id of a server', 'server'), { description: 'servers to run it on' });
const hook = Type.Object({ id: id('id of the hook', 'hook') });
const script = Type.Object({ id: scriptId });
const contents = Type.String({ description: 'the script itself' });

/** The section "hooks": scripts, and the events at which they run. */
export const hooks = {
  listHookPoints: operation({
    method: 'GET',
    path: '/events/hooks/hook-points',
    summary: 'Events that scripts can be hooked to',
    tier: 'read',
    reply: Type.Array(HookPoint),
  }),
  listHooks: operation({
    method: 'GET',
    path: '/events/hooks',
    summary: 'Installed hooks',
    tier: 'read',
    reply: Type.Array(Hook),
  }),
  createHook: operation({
    method: 'POST',
    path: '/events/hooks',
    summary: 'Install a script at a hook point',
    tier: 'disruptive',
    body: body({
      scriptId,
      event,
      allServers: Type.Optional(allServers),
      serverIds: Type.Optional(serverIds),
    }),
  }),
  deleteHook: operation({
    method: 'DELETE',
    path: '/events/hooks/{id}',
    summary: 'Remove a hook; its script stays',
    tier: 'disruptive',
    params: hook,
  }),
  updateHook: operation({
    method: 'PATCH',
    path: '/events/hooks/{id}',
    summary: 'Change a hook',
    tier: 'disruptive',
    params: hook,
    body: changes({ scriptId, event, allServers, serverIds }),
  }),
  executeHook: operation({
    method: 'POST',
    path: '/events/hooks/{id}/execute',
    summary: 'Run the script of a hook now',
    tier: 'disruptive',
    params: hook,
  }),
  getScript: operation({
    method: 'GET',
    path: '/events/scripts/{id}',
    summary: 'Contents of a script',
    tier: 'read',
    params: script,
    reply: Type.String({ description: 'the script itself' }),
  }),
  deleteScript: operation({
    method: 'DELETE',
    path: '/events/scripts/{id}',
    summary: 'Delete a script',
    tier: 'destructive',
    params: script,
  }),
  updateScript: operation({
    method: 'PATCH',
    path: '/events/scripts/{id}',
    summary: 'Rename a script or change its contents',
    tier: 'disruptive',
    params: script,
    body: changes({ name: name('file name of the script'), contents }),
  }),
  listScripts: operation({
    method: 'GET',
    path: '/events/scripts',
    summary: 'Scripts that can be hooked to events',
    tier: 'read',
    reply: Type.Array(Script),
  }),
  createScript: operation({
    method: 'POST',
    path: '/events/scripts',
    summary: 'Add a script',
    tier: 'reversible',
    body: body({ name: name('file name of the script'), contents }),
    reply: shape({ id: Type.Unknown({ description: 'id of the new script' }) }),
  }),
} as const;
