import type { Details } from '../../hooks/environment.ts';
import type { HookEvent } from '../../hooks/points.ts';
import type { Host } from '../topology.ts';

/**
 * Tells that an event happens: the scripts that are hooked to it are started, and not waited for.
 * @param server where it happens; an event of servers without one happens on all that a hook names
 */
export type Fire = (event: HookEvent, details?: Details, server?: Host) => void;
