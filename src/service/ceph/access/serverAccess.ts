import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { notPossible, Refusal } from '../../engine.ts';
import { createStorageCall, type StorageCall } from '../client/storage.ts';
import { HelperProcess } from '../helper/process.ts';
import type { Helper, HelperCommand } from '../helper/protocol.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import { runAtHelper, type RunProgram } from '../via/programs.ts';
import type { Via } from '../via/via.ts';
import { diskChangeCounter } from './diskChanges.ts';
import { sshVia, type SshSettings } from './ssh.ts';

/** The helper through which the service acts on a server: its own, or one that it starts there over ssh. */
export interface ServerHelper {
  readonly kind: 'local' | 'ssh';
  /** Calls functions of the helper there, usually in its part `host`. */
  readonly call: StorageCall;
  readonly run: RunProgram;
  /** The command that reboots the server. */
  readonly reboot: readonly [program: string, ...args: string[]];
}

/** Access to the servers of a cluster, by the host names that its daemons report. */
export interface ServerAccess {
  /** The helper on a server, if one can be used there. An unreachable server is noticed only by the first call. */
  find(host: string): ServerHelper | undefined;
  /** The server as the cluster's orchestrator knows it, if it manages the server's disks, OSDs and services. */
  readonly orchestrated: Orchestrator['server'];
  /**
   * The reason why the last call did not reach a server; undefined if it did, or if there was no call. Without access,
   * the reason why the orchestrator cannot act on the server.
   */
  unreached(host: string): string | undefined;
  /** The number of calls so far that may have changed what the disks of a server contain. */
  readonly diskChanges: (host: string) => number;
  /** @throws Refusal 501 without access to the server */
  on(host: string): ServerHelper;
  close(): Promise<void>;
}

export interface ServerAccessOptions {
  readonly clock: Clock;
  /** The service's own server and helper; undefined if the service does not run on a server of the cluster. */
  readonly own: { readonly host: string; readonly call: StorageCall } | undefined;
  /** Undefined if the operator has not configured ssh to the other servers. */
  readonly ssh: SshSettings | undefined;
  readonly orchestrator: Orchestrator;
  /** Makes the command that starts the helper through a `via` command. */
  readonly commandVia: (via: Via) => HelperCommand;
  /** The command that reboots a server; `systemctl reboot` unless given. */
  readonly reboot?: ServerHelper['reboot'] | undefined;
}

/** The time after which an unused connection is closed. */
const IDLE_MS = 120_000;

const REBOOT = ['systemctl', 'reboot'] as const;

/** Wraps a helper so that the outcome of each request is reported: undefined, or the reason for a failure. */
const withOutcomes = (helper: HelperProcess, report: (unreached: string | undefined) => void): Helper => ({
  get complaints() {
    return helper.complaints;
  },
  via: helper.via,
  async request(request, timeoutMs) {
    try {
      const reply = await helper.request(request, timeoutMs);
      report(reply.late && `it did not answer within ${timeoutMs / 1000} s`);
      return reply;
    } catch (failure) {
      report(messageOf(failure));
      throw failure;
    }
  },
});

interface Connection {
  readonly helper: HelperProcess;
  readonly call: StorageCall;
  /** The number of calls in progress. */
  busy: number;
  /** The timer that closes the connection while it is unused. */
  idle: Disposable | undefined;
}

export function createServerAccess({
  clock,
  own,
  ssh,
  orchestrator,
  commandVia,
  reboot = REBOOT,
}: ServerAccessOptions): ServerAccess {
  const connections = new Map<string, Connection>();
  const ending = new Set<Promise<void>>();
  const failed = new Map<string, string>();
  const diskChanges = diskChangeCounter();
  let closed = false;

  const end = (host: string, { helper, idle }: Connection) => {
    idle?.[Symbol.dispose]();
    connections.delete(host);
    const ended = helper.close().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const open = (host: string, via: Via): Connection => {
    const options = { clock, command: commandVia(via), cluster: null, to: host, onLog: () => undefined };
    const helper = new HelperProcess(options);
    const report = (why?: string) => void (why === undefined ? failed.delete(host) : failed.set(host, why));
    const tracked = withOutcomes(helper, report);
    return { helper, call: createStorageCall(tracked, host), busy: 0, idle: undefined };
  };
  /** Calls the helper on a server, which is started on demand and kept while it is used. */
  const callAt =
    (host: string, via: Via): StorageCall =>
    async (...request) => {
      if (closed) throw new Refusal(503, `${host} is no longer contacted: the service is stopping`);
      const link = connections.get(host) ?? open(host, via);
      connections.set(host, link);
      link.busy++;
      link.idle?.[Symbol.dispose]();
      try {
        return await link.call(...request);
      } finally {
        if (--link.busy === 0 && !closed) link.idle = clock.after(IDLE_MS, () => end(host, link));
      }
    };
  const helperBy = (kind: ServerHelper['kind'], host: string, request: StorageCall): ServerHelper => {
    const call = diskChanges.counted(host, request);
    return { kind, call, run: runAtHelper(call, kind === 'local' ? 'here' : `on ${host}`), reboot };
  };
  const find = (host: string): ServerHelper | undefined => {
    if (own?.host === host) return helperBy('local', host, own.call);
    const via = ssh && sshVia(host, ssh);
    return via && helperBy('ssh', host, callAt(host, via));
  };

  return {
    find,
    orchestrated: (host, how) => orchestrator.server(host, how),
    diskChanges: diskChanges.of,
    unreached: (host) => failed.get(host) ?? (find(host) ? undefined : orchestrator.problem()),
    on(host) {
      const helper = find(host);
      if (helper) return helper;
      throw notPossible(
        ssh
          ? `${JSON.stringify(host)} is not a host name that ssh accepts`
          : `${host} cannot be reached: ${orchestrator.problem() ?? 'to use ssh, start the service with --ssh-config FILE'}`,
      );
    },
    async close() {
      closed = true;
      for (const [host, connection] of connections) end(host, connection);
      await Promise.all(ending);
    },
  };
}
