import type { ShellReach } from '../api/curl.ts';

/** The cluster that is operated, and how the operator wants it marked. */
export interface ContextInfo {
  readonly name: string;
  /** Where the service answers, or what stands in for it. */
  readonly address: string;
  /** The embedded simulated cluster: marked so that nobody takes it for a real one. */
  readonly demo: boolean;
  /** The way of a shell to the service; absent where there is none. */
  readonly shell?: ShellReach;
  readonly production: boolean;
  /** Sent as thisWillDeleteData, after the name was typed. */
  readonly deletePhrase: string;
}
