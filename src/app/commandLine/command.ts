import type { Cockpit } from '../../store/cockpit.ts';

/** A command of the `:` line. */
export interface Command {
  readonly names: readonly string[];
  /** Its arguments as they are written in the help, empty for none. */
  readonly usage: string;
  readonly help: string;
  /** Words that its argument may be, for completion. */
  readonly complete?: (cockpit: Cockpit) => readonly string[];
  /** Runs it; an answer is what is wrong with the argument, in words. */
  readonly run: (cockpit: Cockpit, argument: string) => string | undefined | void;
}

/** The `:` line, for what lists its commands or runs one of them. */
export interface CommandLine {
  readonly commands: readonly Command[];
  /** Runs a line of the prompt; what is wrong with it is said at the foot of the screen. */
  readonly run: (cockpit: Cockpit, line: string) => void;
}
