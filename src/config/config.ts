import type { CustomAction, CustomMacro } from '../lib/custom.ts';
import type { ServiceAddress } from './address.ts';
import { LOG_LINES } from './defaults.ts';
import type { ConfigValues } from './fields.ts';
import type { ContextColour, screenFields } from './schema.ts';

/** Where a bearer token comes from. It is read when a connection is made, and kept nowhere. */
export type TokenSource =
  | { readonly kind: 'env'; readonly variable: string }
  | { readonly kind: 'file'; readonly path: string }
  /** A program and its arguments, started without a shell; its output is the token. */
  | { readonly kind: 'command'; readonly argv: readonly string[] };

/** A management service that answers at an address. */
export interface ServiceReach extends ServiceAddress {
  readonly token?: TokenSource;
  readonly caFile?: string;
  readonly allowPlainHttp: boolean;
}

/** A Ceph cluster that is reached by a command, such as `ssh mon1 sudo`; its service runs in this process. */
export interface ViaReach {
  /** The words of the command, run without a shell. */
  readonly via: readonly [program: string, ...args: string[]];
  /** Path of ceph.conf there, and the user, such as `client.admin`. */
  readonly conf?: string;
  readonly cephUser?: string;
  /** Settings of ssh by which its servers are reached; without them none is. */
  readonly sshConfig?: string;
}

/** A cluster by its name and the ways that it is to be treated in. */
interface ContextManners {
  readonly name: string;
  readonly deletePhrase: string;
  readonly colour?: ContextColour;
  readonly production: boolean;
  readonly readOnly: boolean;
  readonly iscsiServices: readonly number[];
  readonly nfsServices: readonly number[];
}

export type ServiceContext = ContextManners & ServiceReach;
export type ViaContext = ContextManners & ViaReach;

/** A cluster and how it is to be treated: one `[contexts.NAME]`. */
export type Context = ServiceContext | ViaContext;

/** The configuration file, checked. */
export interface Config {
  /** Absent when there is no file. */
  readonly file?: string;
  readonly currentContext?: string;
  readonly contexts: ReadonlyMap<string, Context>;
  readonly screen: ConfigValues<typeof screenFields>;
  /** Key presses by the binding that they are to run; whether both exist is for the keymap to say. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** Lines of the `:` prompt by the names that stand for them. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly actions: readonly CustomAction[];
  readonly macros: readonly CustomMacro[];
  readonly logLines: number;
}

/** The configuration of somebody who has no configuration file. */
export const emptyConfig: Config = {
  contexts: new Map(),
  screen: {},
  keys: new Map(),
  aliases: new Map(),
  actions: [],
  macros: [],
  logLines: LOG_LINES,
};
