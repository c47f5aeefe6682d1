/** Variables by which libraries recognise a test run, a CI job or a wish about colours, and what npm sets; none may reach the program. */
const UNWANTED =
  /^(CI|CI_.*|CONTINUOUS_INTEGRATION|BUILD_NUMBER|RUN_ID|GITHUB_.*|GITLAB_.*|NO_COLOR|FORCE_COLOR|COLORTERM|CLICOLOR.*|TERM_PROGRAM.*|TMUX.*|STY|SSH_.*|COLUMNS|LINES|LC_.*|LANGUAGE|VITEST.*|TEST|NODE_ENV|NODE_OPTIONS|NODE_V8_COVERAGE|STOREDECK_.*|npm_.*|EDITOR|VISUAL)$/;

/**
 * The environment of a person at a plain UTF-8 terminal, with `extra` on top.
 *
 * A variable that is to be absent is deleted: given as undefined, the pty would pass the word "undefined" on, and
 * Ink takes any CI variable for a CI job and draws nothing.
 */
export function terminalEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !UNWANTED.test(name)) environment[name] = value;
  }
  return { ...environment, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...extra };
}
