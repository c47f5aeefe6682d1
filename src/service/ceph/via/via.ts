import { commandLine } from '../../../lib/shell.ts';

/** A command that runs programs on another machine or container, from which a cluster is reached: what `--via` names. */
export interface Via {
  /** The prefix that is put before `python3` and run without a shell, such as `ssh mon1 sudo`. */
  readonly words: readonly [program: string, ...args: string[]];
  /** A shorter form of `words` for messages; `words` unless given. */
  readonly shown?: readonly string[];
  /** The environment that the command needs on this machine, such as the ssh agent. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A command line, to be copied by the operator, that runs a command where a `via` command leads. */
export const shownCommand = ({ words, shown }: Via, ...command: readonly string[]): string =>
  commandLine(...(shown ?? words), ...command);

/** The environment of a `via` command: English messages, and no graphical password prompt. */
export const environmentOf = ({ env }: Via): Record<string, string | undefined> => ({
  ...env,
  LC_ALL: 'C.UTF-8',
  SSH_ASKPASS_REQUIRE: 'never',
});
