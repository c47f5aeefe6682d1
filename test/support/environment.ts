/** Variables that libraries use to detect a test run, a CI job or a preference about colours, and those of npm. None may reach the program. */
const UNWANTED =
  /^(CI|CI_.*|CONTINUOUS_INTEGRATION|BUILD_NUMBER|RUN_ID|GITHUB_.*|GITLAB_.*|NO_COLOR|FORCE_COLOR|COLORTERM|CLICOLOR.*|TERM_PROGRAM.*|TMUX.*|STY|SSH_.*|COLUMNS|LINES|LC_.*|LANGUAGE|VITEST.*|TEST|NODE_ENV|NODE_OPTIONS|NODE_V8_COVERAGE|STOREDECK_.*|npm_.*|EDITOR|VISUAL)$/;

/**
 * The environment of a user at a plain UTF-8 terminal, with `extra` added.
 *
 * Unwanted variables are deleted, because the pty would pass an undefined value on as the word "undefined", and
 * Ink draws nothing if any CI variable is set.
 */
export function terminalEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !UNWANTED.test(name)) environment[name] = value;
  }
  return { ...environment, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...extra };
}
