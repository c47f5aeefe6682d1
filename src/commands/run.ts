import type { CliCommand } from './arguments.ts';
import type { CommandIo } from './io.ts';

/** Runs a command other than the console; its code is loaded on demand. Returns the exit code. */
export async function runCommand(
  command: Exclude<CliCommand, { command: 'console' }>,
  io: CommandIo,
): Promise<number> {
  switch (command.command) {
    case 'serve':
      return (await import('./serve.ts')).serve(command, io);
    case 'status':
      return (await import('./status.ts')).showStatus(command, io);
    case 'why':
      return (await import('./why.ts')).showWhy(command, io);
    case 'logs':
      return (await import('./logs.ts')).showLogs(command, io);
    case 'call':
      return (await import('./call.ts')).call(command, io);
    case 'doctor':
      return (await import('./doctor.ts')).doctor(command, io);
    case 'changes':
      return (await import('./changes.ts')).changes(command, io);
    case 'completion':
      await io.out((await import('./completion.ts')).completionScript(command.shell));
      return 0;
    case 'version':
      await io.out(`storedeck ${(await import('../lib/version.ts')).VERSION}\n`);
      return 0;
    case 'help': {
      const { helpText, scenarioHelp } = await import('./help.ts');
      const { topic } = command;
      await io.out(topic === 'scenarios' ? await scenarioHelp() : helpText(topic));
      return 0;
    }
  }
}
