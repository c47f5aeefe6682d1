import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ChangeRequest } from '../api/contract/crush.ts';
import { stateDirectory } from '../config/load.ts';
import { messageOf } from '../lib/thrown.ts';
import { visible } from '../lib/visible.ts';
import { CONTROL_SOCKET } from '../service/http/limits.ts';
import type { ChangesArguments } from './arguments.ts';
import { type CommandIo, reportError } from './io.ts';
import { safeJson } from './json.ts';
import { UsageError } from './options.ts';

interface ControlAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request to the service on this machine through its control socket. */
async function ask(socketPath: string, method: string, path: string): Promise<ControlAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ControlAnswer>();
  const asked = request({ socketPath, method, path }, (answer) => {
    const status = answer.statusCode ?? 0;
    text(answer).then((body) => resolve({ status, body }), reject);
  });
  asked.on('error', reject);
  asked.end();
  try {
    return await promise;
  } catch (error) {
    throw new UsageError(
      `no service answers on ${socketPath} (${messageOf(error)}): run this as the user of storedeck serve, on its machine, or give --control`,
    );
  }
}

function lines(changes: readonly ChangeRequest[]): string[] {
  if (changes.length === 0) return ['No change to the CRUSH map was requested.'];
  return changes.map(({ id, state = '', description = '', createdBy }) => {
    const by = createdBy?.name ?? 'somebody';
    return `${String(id).padStart(4)}  ${state.padEnd(8)}  ${description} (requested by ${by})`;
  });
}

/**
 * `storedeck changes`: lists requested changes of the CRUSH map, or approves or rejects one, on the management node.
 * @returns 0 when done, 1 when the service declines
 */
export async function changes({ decision, control, json }: ChangesArguments, io: CommandIo): Promise<number> {
  const socket = control ?? join(stateDirectory(io.env), CONTROL_SOCKET);
  const { status, body } = decision
    ? await ask(socket, 'POST', `/changes/${decision.id}/${decision.verb}`)
    : await ask(socket, 'GET', '/changes');
  const answer = JSON.parse(body) as { message?: string } | ChangeRequest[];
  if (status >= 400) {
    reportError(io, (answer as { message?: string }).message ?? `status ${status}`);
    return 1;
  }
  if (json) await io.out(`${safeJson(answer, io, 2)}\n`);
  else {
    const output = Array.isArray(answer) ? lines(answer) : [answer.message ?? 'Done.'];
    await io.out(output.map((line) => `${visible(line, io.unicode)}\n`).join(''));
  }
  return 0;
}
