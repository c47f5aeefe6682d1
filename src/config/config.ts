import type { CustomAction, CustomMacro } from '../lib/custom.ts';
import type { ServiceAddress } from './address.ts';
import { LOG_LINES } from './defaults.ts';
import type { ConfigValues } from './fields.ts';
import type { ContextColour, screenFields } from './schema.ts';

/** The source of a bearer token, which is read when requests are sent and never stored on disk. */
export type TokenSource =
  | { readonly kind: 'env'; readonly variable: string }
  | { readonly kind: 'file'; readonly path: string }
  /** A program and its arguments, started without a shell; its output is the token. */
  | { readonly kind: 'command'; readonly argv: readonly string[] };

/** A management service with its address. */
export interface ServiceReach extends ServiceAddress {
  readonly token?: TokenSource;
  readonly caFile?: string;
  readonly allowPlainHttp: boolean;
}

/** A Ceph cluster reached through a command such as `ssh mon1 sudo`; its service runs in this process. */
export interface ViaReach {
  /** The words of the command, run without a shell. */
  readonly via: readonly [program: string, ...args: string[]];
  /** The path of ceph.conf on that machine, and the Ceph user, such as `client.admin`. */
  readonly conf?: string;
  readonly cephUser?: string;
  /** The ssh configuration for reaching the cluster's servers; without it the servers are not accessed. */
  readonly sshConfig?: string;
}

/** The settings of a context that do not depend on how its cluster is reached. */
interface ContextSettings {
  readonly name: string;
  readonly deletePhrase: string;
  readonly colour?: ContextColour;
  readonly production: boolean;
  readonly readOnly: boolean;
  readonly iscsiServices: readonly number[];
  readonly nfsServices: readonly number[];
}

export type ServiceContext = ContextSettings & ServiceReach;
export type ViaContext = ContextSettings & ViaReach;

/** A cluster with its settings: one `[contexts.NAME]`. */
export type Context = ServiceContext | ViaContext;

/** The validated configuration. */
export interface Config {
  /** Absent when there is no file. */
  readonly file?: string;
  readonly currentContext?: string;
  readonly contexts: ReadonlyMap<string, Context>;
  readonly screen: ConfigValues<typeof screenFields>;
  /** Keys by binding name. Names and keys are checked later, against the keymap. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** Commands of the `:` prompt by alias. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly actions: readonly CustomAction[];
  readonly macros: readonly CustomMacro[];
  readonly logLines: number;
}

/** The configuration used without a configuration file. */
export const emptyConfig: Config = {
  contexts: new Map(),
  screen: {},
  keys: new Map(),
  aliases: new Map(),
  actions: [],
  macros: [],
  logLines: LOG_LINES,
};
