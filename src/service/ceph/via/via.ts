import { commandLine } from '../../../lib/shell.ts';

/** Another machine or container on which the helper runs, and the command that runs programs there. */
export interface ReachedPlace {
  /** The prefix that is put before `python3` and run without a shell, such as `ssh mon1 sudo`. */
  readonly words: readonly [program: string, ...args: string[]];
  /** A shorter form of `words` for messages; `words` unless given. */
  readonly shown?: readonly string[];
  /** The environment that the command needs on this machine, such as the ssh agent. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A command line, to be copied by the operator, that runs a command at a place. */
export const shownCommand = ({ words, shown }: ReachedPlace, ...command: readonly string[]): string =>
  commandLine(...(shown ?? words), ...command);

/** The environment of a command that leads to a place: English messages, and no graphical password prompt. */
export const environmentOf = ({ env }: ReachedPlace): Record<string, string | undefined> => ({
  ...env,
  LC_ALL: 'C.UTF-8',
  SSH_ASKPASS_REQUIRE: 'never',
});
