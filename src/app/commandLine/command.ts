import type { Cockpit } from '../../store/cockpit.ts';

/** A command of the `:` line. */
export interface Command {
  readonly names: readonly string[];
  /** Its arguments as shown in the help; empty if there are none. */
  readonly usage: string;
  readonly help: string;
  /** Possible values of its argument, for completion of what is typed so far. */
  readonly complete?: (cockpit: Cockpit, typed: string) => readonly string[];
  /** Reads what `complete` needs beyond what the console knows. */
  readonly load?: (cockpit: Cockpit, typed: string) => void;
  /** Runs it; a returned text says what is wrong with the argument. */
  readonly run: (cockpit: Cockpit, argument: string) => string | undefined | void;
}

/** The `:` line, for code that lists its commands or runs one of them. */
export interface CommandLine {
  readonly commands: readonly Command[];
  /** Runs a line of the prompt; one that is wrong is put into the prompt again, with a notice that says why. */
  readonly run: (cockpit: Cockpit, line: string) => void;
}
