import type { HookEvent } from './points.ts';

/** Where a script finds programs: the usual places, whatever the service's own PATH is. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The details of its event that a script is given, beside the variables that it always has; by event:
 *
 * - OnHealthDegrade, OnHealthRecover: HEALTH and HEALTH_BEFORE (`HEALTH_WARN` and so on), CHECKS (the raised
 *   codes, a blank between two)
 * - PostConfigChanged: SETTING
 * - PreCrushMapChange, PostCrushMapChange: CHANGE, in words
 * - PostStoreDaemonStart: OSD, its id
 * - PreFormatDisk, PostFormatDisk: DISK, such as `sdc`
 * - PreNetworkConfig, PostNetworkConfig: NETWORK or ADDRESS
 */
export type Details = Readonly<Record<string, string | number>>;

/** The occasion of a script's run. */
export interface Occasion {
  readonly event: HookEvent;
  readonly hookId: number;
  readonly scriptName: string;
  /** Absent where the script runs for the management node. */
  readonly server?: { readonly id: number; readonly name: string } | undefined;
  readonly details: Details;
}

/**
 * The whole environment of a script; nothing of the service's own gets through. Each detail and these have
 * `STOREDECK_` before their names: EVENT, HOOK (its id), SCRIPT (its name), and on servers SERVER (its name)
 * and SERVER_ID.
 */
export function environmentOf({
  event,
  hookId,
  scriptName,
  server,
  details,
}: Occasion): Record<string, string> {
  const told = {
    ...details,
    EVENT: event,
    HOOK: hookId,
    SCRIPT: scriptName,
    ...(server === undefined ? {} : { SERVER: server.name, SERVER_ID: server.id }),
  };
  return {
    PATH,
    // A NUL would cut the value short, or keep the script from starting.
    ...Object.fromEntries(
      Object.entries(told).map(([name, value]) => [`STOREDECK_${name}`, String(value).replaceAll('\0', '')]),
    ),
  };
}
