import type { Details } from '../../hooks/environment.ts';
import type { HookEvent } from '../../values/hookPoints.ts';
import type { Host } from '../model/topology.ts';

/**
 * Reports an event: starts the scripts of its hooks, without waiting for them.
 * @param server the server on which it happens; without one, a server event happens on all servers that a hook names
 */
export type FireHooks = (event: HookEvent, details?: Details, server?: Host) => void;
