import type { ReachedPlace } from './place/place.ts';

/** The requests that the helper takes: a command, one of its summaries, or a call. */
export type HelperRequest =
  | {
      readonly command: Readonly<Record<string, unknown>>;
      /** `osd.N`; the monitors without it. */
      readonly target?: string;
      /** Return only these keys of the answer, or of each object in it. */
      readonly only?: readonly string[];
      /** The input of the command beside its arguments, in base64. */
      readonly input?: string;
      /** Return the answer as it is, in `payload`. */
      readonly binary?: true;
    }
  | { readonly summary: 'pg states' | 'options' }
  | {
      /** A call of librbd or libcephfs, such as `images.names`. */
      readonly call: string;
      readonly with: Readonly<Record<string, unknown>>;
      /** Bytes that the call is about. */
      readonly payload?: Uint8Array;
    };

/** The end of a command: `rc` is 0 or a negative errno, `outs` Ceph's message, `text` its output or `data` a part of it, parsed. */
export interface HelperReply {
  readonly rc: number;
  readonly outs: string;
  readonly text?: string;
  readonly data?: unknown;
  /** Bytes that the answer consists of. */
  readonly payload?: Buffer;
  /** The command was not run: no connection to the cluster could be made. */
  readonly unconnected?: boolean;
  /** It stands for an answer that did not come in time, and may still come. */
  readonly late?: true;
}

/** The cluster that the helper connects to; `settings` are Ceph options that go before those of the file. Null is none. */
export type ClusterAccess = {
  readonly conf?: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
} | null;

/** The way in which the helper sends commands: through librados, or through the `ceph` command where there is none. */
export type HelperMeans = 'librados' | 'ceph';

/** A line of the cluster log, as librados hands it over. */
export interface ClusterLogLine {
  readonly channel: string;
  /** The daemon that said it, such as `mon.a` or `osd.3`. */
  readonly name: string;
  readonly seconds: number;
  readonly microseconds: number;
  readonly seq: number;
  /** `[DBG]`, `[INF]`, `[SEC]`, `[WRN]` or `[ERR]`. */
  readonly level: string;
  readonly message: string;
}

/** The program that is started as the helper. */
export interface HelperCommand {
  readonly argv: readonly [program: string, ...args: string[]];
  /** The text that the program reads first: its own. */
  readonly first?: string;
  /** The place that the program leads to; this machine without one. */
  readonly place?: ReachedPlace;
}

/** The part of a HelperProcess that asks. */
export interface Helper {
  request(request: HelperRequest, timeoutMs: number): Promise<HelperReply>;
  readonly complaints: readonly string[];
  readonly place?: ReachedPlace | undefined;
}
