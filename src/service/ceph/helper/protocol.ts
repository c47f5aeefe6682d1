import type { UsedAccess } from '../via/knownFailures.ts';
import type { Via } from '../via/via.ts';

/** A request to the helper: a Ceph command, a summary, or a call. */
export type HelperRequest =
  | {
      readonly command: Readonly<Record<string, unknown>>;
      /** `osd.N`, or `mgr` for the active manager, without a time limit; the monitors unless given. */
      readonly target?: string;
      /** Return only these keys of the answer, or of each object in it. */
      readonly only?: readonly string[];
      /** The input data of the command, in base64. */
      readonly input?: string;
      /** Return the answer as raw bytes, in `payload`. */
      readonly binary?: true;
    }
  | { readonly summary: 'pg states' | 'oldest scrubs' | 'options' }
  | {
      /** A function of a part of the helper, such as `images.names`. */
      readonly call: string;
      readonly with: Readonly<Record<string, unknown>>;
      /** Binary data for the call, such as the content of a file. */
      readonly payload?: Uint8Array;
    };

/** The result of a request: `rc` is 0 or a negative errno, `outs` a message; `text` is the output, or `data` if parsed. */
export interface HelperReply {
  readonly rc: number;
  readonly outs: string;
  readonly text?: string;
  readonly data?: unknown;
  /** A binary answer. */
  readonly payload?: Buffer;
  /** The command was not run: no connection to the cluster could be made. */
  readonly unconnected?: boolean;
  /** There was no answer in time; the request may still be completed. */
  readonly late?: true;
}

/** The cluster to which the helper connects; null for none. `settings` are Ceph options that override the file `conf`. */
export type ClusterAccess = {
  readonly conf?: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
} | null;

/** The helper sends commands through librados, or through the `ceph` command if librados is missing. */
export type HelperTransport = 'librados' | 'ceph';

/** A line of the cluster log from librados. */
export interface ClusterLogLine {
  readonly channel: string;
  /** The daemon that wrote it, such as `mon.a` or `osd.3`. */
  readonly name: string;
  readonly seconds: number;
  readonly microseconds: number;
  readonly seq: number;
  /** `[DBG]`, `[INF]`, `[SEC]`, `[WRN]` or `[ERR]`. */
  readonly level: string;
  readonly message: string;
}

/** A line of the helper's output: its greeting, a line of the cluster log, or the reply to a request. */
export type HelperMessage = Omit<HelperReply, 'payload'> & {
  readonly hello?: { readonly protocol: number; readonly by?: HelperTransport };
  readonly log?: ClusterLogLine;
  readonly id?: number | null;
};

/** The command that starts the helper. */
export interface HelperCommand {
  readonly argv: readonly [program: string, ...args: string[]];
  /** The text that the program reads first: the source of the helper. */
  readonly first?: string;
  /** The command through which the helper is started; on this machine unless given. */
  readonly via?: Via;
}

/** The part of a HelperProcess that sends requests. */
export interface Helper {
  request(request: HelperRequest, timeoutMs: number): Promise<HelperReply>;
  readonly complaints: readonly string[];
  /** The name of the server in messages; undefined for the cluster. */
  readonly to?: string | undefined;
  readonly via?: Via | undefined;
  /** The configuration file and the user of the connection. */
  readonly used?: UsedAccess;
  /** True until the present process has sent its first message: a container may take ten seconds to start. */
  readonly starting?: boolean;
  /** The reason why the last process ended; empty if none has. */
  readonly downReason?: string;
  /** The time for which nothing came from the process although it owes replies, in milliseconds. */
  readonly silentMs?: number;
}
