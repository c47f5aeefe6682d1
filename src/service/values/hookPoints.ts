import { HOOK_EVENTS, type HookPoint } from '../../api/contract/hooks.ts';

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** The cluster-wide events, whose scripts run on the management node. All others happen on a server. */
const ON_MANAGEMENT_NODE: ReadonlySet<HookEvent> = new Set([
  'OnHealthDegrade',
  'OnHealthRecover',
  'PreCrushMapChange',
  'PostCrushMapChange',
  'PostConfigChanged',
]);

export const runsOnServers = (event: HookEvent): boolean => !ON_MANAGEMENT_NODE.has(event);

/** All events, each with `canChooseServer`, as the interface lists them. */
export const HOOK_POINTS: readonly HookPoint[] = HOOK_EVENTS.map((name) => ({
  name,
  canChooseServer: runsOnServers(name),
}));
