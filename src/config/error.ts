/**
 * An error in the configuration, with a message that says what is expected. For an error in a file the message begins
 * with `file:line:`, which editors recognize.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly file: string | undefined;
  /** Counted from 1. */
  readonly line: number | undefined;

  constructor(problem: string, location: { readonly file?: string; readonly line?: number } = {}) {
    const where = [location.file, location.line].filter((part) => part !== undefined).join(':');
    super(where === '' ? problem : `${where}: ${problem}`);
    this.file = location.file;
    this.line = location.line;
  }
}
