import type { Details } from '../../hooks/environment.ts';
import type { HookEvent } from '../../hooks/points.ts';
import type { Host } from '../topology.ts';

/**
 * Reports an event: the scripts of its hooks are started, and not awaited.
 * @param server where it happens; without one, an event of servers happens on all servers that a hook names
 */
export type Fire = (event: HookEvent, details?: Details, server?: Host) => void;
