import type { ShellReach } from '../api/curl.ts';

/** The context of the console: the cluster that it operates, and how the operator has configured it. */
export interface ContextInfo {
  readonly name: string;
  /** The address of the service, or a description of the embedded engine. */
  readonly address: string;
  /** True for the embedded simulated cluster, which is marked on the screen so that nobody takes it for a real one. */
  readonly demo: boolean;
  /** The connection details for a shell command to the service; absent if a shell cannot reach it. */
  readonly shell?: ShellReach;
  readonly production: boolean;
  /** The value sent as `thisWillDeleteData`, after the operator has typed the name of the target. */
  readonly deletePhrase: string;
}
