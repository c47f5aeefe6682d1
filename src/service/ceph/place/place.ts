/** Another machine or container, where the helper runs instead of here: the words of the command that leads there. */
export interface ReachedPlace {
  /** Run without a shell, before `python3`: `ssh mon1 sudo`. */
  readonly words: readonly [program: string, ...args: string[]];
  /** The environment that the command needs here, such as the agent of ssh. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The environment of a command that leads to a place: it speaks English, and asks nobody for a password in a window. */
export const environmentOf = ({ env }: ReachedPlace): Record<string, string | undefined> => ({
  ...env,
  LC_ALL: 'C.UTF-8',
  SSH_ASKPASS_REQUIRE: 'never',
});
