import type { CustomAction } from '../lib/custom.ts';
import { LOG_LINES } from './defaults.ts';
import type { ConfigValues } from './fields.ts';
import type { ServiceAddress } from './address.ts';
import type { ContextColour, screenFields } from './schema.ts';

/** Where a bearer token comes from. It is read when a connection is made, and kept nowhere. */
export type TokenSource =
  | { readonly kind: 'env'; readonly variable: string }
  | { readonly kind: 'file'; readonly path: string }
  /** A program and its arguments, started without a shell; its output is the token. */
  | { readonly kind: 'command'; readonly argv: readonly string[] };

/** A management service and how it is to be treated: one `[contexts.NAME]`. */
export interface Context extends ServiceAddress {
  readonly name: string;
  readonly token?: TokenSource;
  readonly caFile?: string;
  readonly allowPlainHttp: boolean;
  readonly deletePhrase: string;
  readonly colour?: ContextColour;
  readonly production: boolean;
  readonly readOnly: boolean;
  readonly iscsiServices: readonly number[];
  readonly nfsServices: readonly number[];
}

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
  readonly logLines: number;
}

/** The configuration of somebody who has no configuration file. */
export const emptyConfig: Config = {
  contexts: new Map(),
  screen: {},
  keys: new Map(),
  aliases: new Map(),
  actions: [],
  logLines: LOG_LINES,
};
