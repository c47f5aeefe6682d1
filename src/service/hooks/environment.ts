import type { HookEvent } from '../values/hookPoints.ts';

/** The PATH of a script: the usual directories, independent of the service's own PATH. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Details of an event, which a script gets in addition to its fixed variables. By event:
 *
 * - OnHealthDegrade, OnHealthRecover: HEALTH and HEALTH_BEFORE (`HEALTH_WARN` and so on), CHECKS (the raised
 *   codes, separated by blanks)
 * - PostConfigChanged: SETTING
 * - PreCrushMapChange, PostCrushMapChange: CHANGE, in words
 * - PostStoreDaemonStart: OSD, its id
 * - PreFormatDisk, PostFormatDisk: DISK, such as `sdc`
 * - PreNetworkConfig, PostNetworkConfig: NETWORK or ADDRESS
 */
export type Details = Readonly<Record<string, string | number>>;

/** The event that a script runs for, and the server. */
export interface HookContext {
  readonly event: HookEvent;
  readonly hookId: number;
  readonly scriptName: string;
  /** Undefined if the script runs for the management node. */
  readonly server?: { readonly id: number; readonly name: string } | undefined;
  readonly details: Details;
}

/**
 * The whole environment of a script; nothing of the service's own is passed on. All variables but PATH begin with
 * `STOREDECK_`: the details, EVENT, HOOK (its id), SCRIPT (its name), and on servers SERVER (its name) and SERVER_ID.
 */
export function environmentOf({
  event,
  hookId,
  scriptName,
  server,
  details,
}: HookContext): Record<string, string> {
  const variables = {
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
      Object.entries(variables).map(([name, value]) => [
        `STOREDECK_${name}`,
        String(value).replaceAll('\0', ''),
      ]),
    ),
  };
}
