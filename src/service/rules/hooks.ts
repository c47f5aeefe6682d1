import { runsOnServers, type HookEvent } from '../values/hookPoints.ts';
import { interpreterOf, type StoredScript } from '../values/script.ts';
import { badRequest, conflict, type Refused } from './refused.ts';

/** Maximum number of waiting hook runs; more are dropped, because they would run hours late. */
export const MAX_WAITING = 100;

/** The pattern of a script's name. */
const NAME = /^[A-Za-z0-9_][\w.-]{0,99}$/;
/** Maximum size of a script, in bytes. */
const LARGEST = 256 * 1024;
/** Maximum length of a script's first line, in bytes: what Linux reads (BINPRM_BUF_SIZE), less a byte for the end. */
const LONGEST_SHEBANG = 255;

/** Refuses a hook run while the maximum number is waiting. */
export const refuseRun = (waiting: number): Refused | undefined =>
  waiting >= MAX_WAITING
    ? { status: 503, message: `${MAX_WAITING} hooks are already waiting to run: cancel some of their tasks` }
    : undefined;

/** Refuses a script that could not be started. */
export function refuseScript({ name, contents }: StoredScript): Refused | undefined {
  if (!NAME.test(name))
    return badRequest(
      `a script cannot be named ${JSON.stringify(name)}: use up to 100 letters, digits or . _ -, not starting with a dot or dash`,
    );
  const [first = ''] = contents.split('\n', 1);
  if (!first.startsWith('#!'))
    return badRequest('a script must start with the program that runs it, such as #!/bin/sh');
  if (first.endsWith('\r'))
    return badRequest('the lines of the script end in CR LF, so its program would not be found: use LF');
  if (interpreterOf({ contents }) === undefined)
    return badRequest(
      `${JSON.stringify(first)} has no absolute path of a program: write #!/bin/sh or #!/usr/bin/env python3`,
    );
  if (Buffer.byteLength(first) > LONGEST_SHEBANG)
    return badRequest(`the first line is too long: at most ${LONGEST_SHEBANG} bytes of it are read`);
  return Buffer.byteLength(contents) > LARGEST
    ? {
        status: 413,
        message: `the script is larger than ${LARGEST / 1024} KiB: start a separate program from it`,
      }
    : undefined;
}

/** Refusal: the script `id` has this name. */
export const scriptNameTaken = (id: number, name: string): Refused =>
  conflict(`script ${id} is already named ${name}: choose another name`);

/** Refuses to delete a script that hooks run. */
export function refuseScriptDeletion(
  name: string,
  hooks: readonly (readonly [id: number, { readonly event: HookEvent }])[],
): Refused | undefined {
  if (hooks.length === 0) return undefined;
  const users = hooks.map(([id, { event }]) => `${id} (${event})`).join(', ');
  return conflict(`the script ${name} is in use by hook ${users}: delete the hook first`);
}

/** Refuses a choice of servers that does not suit the event of a hook. */
export function refuseHookServers(
  event: HookEvent,
  allServers: boolean,
  serverIds: readonly number[],
): Refused | undefined {
  if (!runsOnServers(event))
    return allServers || serverIds.length > 0
      ? badRequest(`${event} runs on the management node: leave allServers and serverIds out`)
      : undefined;
  if (allServers && serverIds.length > 0)
    return badRequest('allServers and serverIds exclude each other: set one of them');
  return !allServers && serverIds.length === 0
    ? badRequest(`${event} happens on servers: set allServers or list some in serverIds`)
    : undefined;
}
