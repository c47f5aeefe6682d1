import { CRASHED, USAGE } from './app/exitCodes.ts';
import { runConsole } from './app/run.ts';
import { type CliCommand, readArguments } from './commands/arguments.ts';
import { UsageError } from './commands/options.ts';
import { ConfigError } from './config/error.ts';
import { systemClock } from './lib/clock.ts';
import { setLocale } from './lib/decimal.ts';

/** True for a command whose output people read; that of all others is the same in every locale. */
const isForPeople = (command: CliCommand): boolean =>
  command.command === 'console' ||
  ((command.command === 'status' || command.command === 'why') && !command.json);

/** Runs the command given by the arguments. Each part of the program is loaded only when it is needed. */
async function main(argv: readonly string[]): Promise<number> {
  const command = readArguments(argv);
  if (isForPeople(command)) setLocale(process.env);
  if (command.command === 'console') return runConsole(command, process);
  const [{ runCommand }, { processIo }] = await Promise.all([
    import('./commands/run.ts'),
    import('./commands/io.ts'),
  ]);
  return runCommand(command, processIo(process, systemClock()));
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const expected = error instanceof UsageError || error instanceof ConfigError;
    const text = expected ? error.message : `crashed. Reason:\n${(error as Error).stack ?? String(error)}`;
    // Exits explicitly: timers or connections opened before the failure would keep the process alive.
    process.stderr.write(`storedeck: ${text}\n`, () => process.exit(expected ? USAGE : CRASHED));
  },
);
