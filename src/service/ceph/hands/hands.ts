import type { Clock } from '../../../lib/clock.ts';
import { notPossible, Refusal } from '../../engine.ts';
import { HelperProcess } from '../helperProcess.ts';
import type { HelperCommand } from '../helperProtocol.ts';
import type { Orchestrator, OrchServer } from '../orchestrator/orchestrator.ts';
import { runAtHelper, type RunProgram } from '../place/programs.ts';
import type { ReachedPlace } from '../place/place.ts';
import { createStorageCall, type StorageCall } from '../storage.ts';
import { sshPlace, type SshSettings } from './ssh.ts';

/** A way to do something on a server: the helper of this service, or one that runs there, started over ssh. */
export interface Hand {
  readonly kind: 'local' | 'ssh';
  /** Asks the helper there, in the part `host`. */
  readonly call: StorageCall;
  readonly run: RunProgram;
}

/** Hands on the servers of a cluster, by the names under which its daemons report themselves. */
export interface Hands {
  /** The hand on a server, if there is one; that the server cannot be reached, its first call says. */
  find(host: string): Hand | undefined;
  /** A server that the cluster's orchestrator has: disks, OSDs and services there are its business. */
  orchestrated(host: string): Promise<OrchServer | undefined>;
  /** The reason why the last call did not get to a server; undefined where it did, or none was made. */
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
}

/** A connection that nobody used for so long is ended. */
const IDLE_MS = 120_000;

interface Opened {
  readonly helper: HelperProcess;
  readonly call: StorageCall;
  /** Calls that are under way; while there are none, `idle` waits to end it. */
  busy: number;
  idle: Disposable | undefined;
}

export function createHands({ clock, own, ssh, orchestrator, commandAt }: HandsOptions): Hands {
  const opened = new Map<string, Opened>();
  const ending = new Set<Promise<void>>();
  const failed = new Map<string, string>();

  const end = (host: string, { helper, idle }: Opened) => {
    idle?.[Symbol.dispose]();
    opened.delete(host);
    const ended = helper.close().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const open = (host: string, place: ReachedPlace): Opened => {
    const command = commandAt(place);
    const helper = new HelperProcess({ clock, command, cluster: null, to: host, onLog: () => undefined });
    return { helper, call: createStorageCall(helper, host), busy: 0, idle: undefined };
  };
  /** Asks the helper on a server, which is started where it is not, and kept while it is used. */
  const callAt =
    (host: string, place: ReachedPlace): StorageCall =>
    async (...request) => {
      const one = opened.get(host) ?? open(host, place);
      opened.set(host, one);
      one.busy++;
      one.idle?.[Symbol.dispose]();
      try {
        const answer = await one.call(...request);
        failed.delete(host);
        return answer as never;
      } catch (failure) {
        // What was refused there was heard there.
        if (failure instanceof Refusal && failure.status === 503) failed.set(host, failure.message);
        else failed.delete(host);
        throw failure;
      } finally {
        if (--one.busy === 0) one.idle = clock.after(IDLE_MS, () => end(host, one));
      }
    };
  const overSsh = (host: string): Hand | undefined => {
    const place = ssh && sshPlace(host, ssh);
    if (place === undefined) return undefined;
    const call = callAt(host, place);
    return { kind: 'ssh', call, run: runAtHelper(call) };
  };
  const find = (host: string): Hand | undefined =>
    own?.host === host ? { kind: 'local', call: own.call, run: runAtHelper(own.call) } : overSsh(host);

  return {
    find,
    orchestrated: (host) => orchestrator.server(host),
    unreached: (host) => failed.get(host),
    on(host) {
      const hand = find(host);
      if (hand) return hand;
      throw notPossible(
        ssh
          ? `${JSON.stringify(host)} is no name that ssh could go to`
          : `nothing leads to ${host}: with --ssh-config FILE, ssh does`,
      );
    },
    async close() {
      for (const [host, one] of opened) end(host, one);
      await Promise.all(ending);
    },
  };
}
