import { commandLine } from '../../../lib/shell.ts';

/** Another machine or container, where the helper runs instead of here: the words of the command that leads there. */
export interface ReachedPlace {
  /** Run without a shell, before `python3`: `ssh mon1 sudo`. */
  readonly words: readonly [program: string, ...args: string[]];
  /** The same for people, without what does not matter to them; `words` unless given. */
  readonly shown?: readonly string[];
  /** The environment that the command needs here, such as the agent of ssh. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The way to a place as a command that can be copied, with what is to be run there. */
export const shownCommand = ({ words, shown }: ReachedPlace, ...command: readonly string[]): string =>
  commandLine(...(shown ?? words), ...command);

/** The environment of a command that leads to a place: it speaks English, and asks nobody for a password in a window. */
export const environmentOf = ({ env }: ReachedPlace): Record<string, string | undefined> => ({
  ...env,
  LC_ALL: 'C.UTF-8',
  SSH_ASKPASS_REQUIRE: 'never',
});
