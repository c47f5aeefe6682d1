import type { Clock } from '../../../lib/clock.ts';
import { notPossible, Refusal } from '../../engine.ts';
import { HelperProcess } from '../helperProcess.ts';
import type { Helper, HelperCommand } from '../helperProtocol.ts';
import type { Orchestrator, OrchServer } from '../orchestrator/orchestrator.ts';
import type { ReachedPlace } from '../place/place.ts';
import { runAtHelper, type RunProgram } from '../place/programs.ts';
import { createStorageCall, type StorageCall } from '../storage.ts';
import { sshPlace, type SshSettings } from './ssh.ts';

/** A way to do something on a server: the helper of this service, or one that runs there, started over ssh. */
export interface Hand {
  readonly kind: 'local' | 'ssh';
  /** Asks the helper there, in the part `host`. */
  readonly call: StorageCall;
  readonly run: RunProgram;
  /** The command that reboots the server. */
  readonly reboot: readonly [program: string, ...args: string[]];
}

/** Hands on the servers of a cluster, by the names under which its daemons report themselves. */
export interface Hands {
  /** The hand on a server, if there is one; that the server cannot be reached, its first call says. */
  find(host: string): Hand | undefined;
  /** A server that the cluster's orchestrator has: disks, OSDs and services there are its business. */
  orchestrated(host: string): Promise<OrchServer | undefined>;
  /**
   * The reason why the last call did not get to a server; undefined where it did, or none was made. Where no hand leads
   * there, why the orchestrator is none.
   */
  unreached(host: string): string | undefined;
  /** @throws Refusal 501 where there is none */
  on(host: string): Hand;
  close(): Promise<void>;
}

export interface HandsOptions {
  readonly clock: Clock;
  /** The server on which this service runs, and the helper of it; undefined where that is no server of the cluster. */
  readonly own: { readonly host: string; readonly call: StorageCall } | undefined;
  /** Undefined where nobody allowed to go to the other servers. */
  readonly ssh: SshSettings | undefined;
  readonly orchestrator: Orchestrator;
  /** The helper, to be started at a place. */
  readonly commandAt: (place: ReachedPlace) => HelperCommand;
  /** The command that reboots a server; that of systemd unless given. */
  readonly reboot?: Hand['reboot'] | undefined;
}

/** A connection that nobody used for so long is ended. */
const IDLE_MS = 120_000;

const REBOOT = ['systemctl', 'reboot'] as const;

/** A helper whose every answer, or the reason why there is none, is noted. */
const noted = (helper: HelperProcess, note: (unreached: string | undefined) => void): Helper => ({
  get complaints() {
    return helper.complaints;
  },
  place: helper.place,
  async request(request, timeoutMs) {
    try {
      const reply = await helper.request(request, timeoutMs);
      note(reply.late && `it gave no answer within ${timeoutMs / 1000} s`);
      return reply;
    } catch (failure) {
      note((failure as Error).message);
      throw failure;
    }
  },
});

interface Opened {
  readonly helper: HelperProcess;
  readonly call: StorageCall;
  /** Calls that are under way; while there are none, `idle` waits to end it. */
  busy: number;
  idle: Disposable | undefined;
}

export function createHands({
  clock,
  own,
  ssh,
  orchestrator,
  commandAt,
  reboot = REBOOT,
}: HandsOptions): Hands {
  const opened = new Map<string, Opened>();
  const ending = new Set<Promise<void>>();
  const failed = new Map<string, string>();
  let closed = false;

  const end = (host: string, { helper, idle }: Opened) => {
    idle?.[Symbol.dispose]();
    opened.delete(host);
    const ended = helper.close().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const open = (host: string, place: ReachedPlace): Opened => {
    const command = commandAt(place);
    const helper = new HelperProcess({ clock, command, cluster: null, to: host, onLog: () => undefined });
    const heard = noted(helper, (why) => (why === undefined ? failed.delete(host) : failed.set(host, why)));
    return { helper, call: createStorageCall(heard, host), busy: 0, idle: undefined };
  };
  /** Asks the helper on a server, which is started where it is not, and kept while it is used. */
  const callAt =
    (host: string, place: ReachedPlace): StorageCall =>
    async (...request) => {
      if (closed) throw new Refusal(503, `${host} is not asked any more: the service ends`);
      const one = opened.get(host) ?? open(host, place);
      opened.set(host, one);
      one.busy++;
      one.idle?.[Symbol.dispose]();
      try {
        return await one.call(...request);
      } finally {
        if (--one.busy === 0 && !closed) one.idle = clock.after(IDLE_MS, () => end(host, one));
      }
    };
  const overSsh = (host: string): Hand | undefined => {
    const place = ssh && sshPlace(host, ssh);
    if (place === undefined) return undefined;
    const call = callAt(host, place);
    return { kind: 'ssh', call, run: runAtHelper(call, `on ${host}`), reboot };
  };
  const find = (host: string): Hand | undefined =>
    own?.host === host
      ? { kind: 'local', call: own.call, run: runAtHelper(own.call, 'here'), reboot }
      : overSsh(host);

  return {
    find,
    orchestrated: (host) => orchestrator.server(host),
    unreached: (host) => failed.get(host) ?? (find(host) ? undefined : orchestrator.trouble()),
    on(host) {
      const hand = find(host);
      if (hand) return hand;
      throw notPossible(
        ssh
          ? `${JSON.stringify(host)} is no name that ssh could go to`
          : `nothing leads to ${host}: ${orchestrator.trouble() ?? 'with --ssh-config FILE, ssh does'}`,
      );
    },
    async close() {
      closed = true;
      for (const [host, one] of opened) end(host, one);
      await Promise.all(ending);
    },
  };
}
