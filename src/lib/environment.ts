/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** True if the program runs in a session over SSH. */
export const isRemote = (env: Environment): boolean =>
  env['SSH_TTY'] !== undefined || env['SSH_CONNECTION'] !== undefined;
