import { join } from 'node:path';
import type { Command } from '../commands/arguments.ts';
import { checkTarget } from '../commands/checkTarget.ts';
import type { Config } from '../config/config.ts';
import { resolveContext, type Target } from '../config/context.ts';
import { ConfigError } from '../config/error.ts';
import { loadConfig, stateDirectory } from '../config/load.ts';
import { systemClock } from '../lib/clock.ts';
import { createLook, detectColour, detectUnicode, type Look } from '../lib/look.ts';
import { createAuditWriter } from '../store/audit.ts';
import type { ContextInfo } from '../store/cockpit.ts';
import { skeleton } from './skeleton.ts';
import { TakenTerminal } from './takenTerminal.ts';

type ConsoleCommand = Extract<Command, { command: 'console' }>;

function contextInfo(target: Target): ContextInfo {
  if (target.kind === 'demo')
    return { name: 'demo', address: 'simulated cluster', demo: true, production: false, deletePhrase: '' };
  const { name, baseUrl, unixSocket, production, deletePhrase } = target;
  return { name, address: unixSocket ?? baseUrl, demo: false, production, deletePhrase };
}

/** How the screen is drawn: the command line beats the configuration, which beats what the terminal says. */
function lookOf({ screen }: ConsoleCommand, config: Config, env: NodeJS.ProcessEnv): Look {
  const characters = screen.characters ?? config.screen.characters;
  const depth = screen.colour === false ? ('none' as const) : config.screen['colour-depth'];
  const theme = screen.theme ?? config.screen.theme;
  return createLook({
    depth: detectColour(env, depth === undefined ? {} : { colour: depth }),
    unicode: detectUnicode(env, { ascii: characters === 'ascii', unicode: characters === 'unicode' }),
    ...(theme !== undefined && { theme }),
  });
}

/** A terminal that knows nothing gets what Ink itself writes. */
function outputOf({ screen }: Config, env: NodeJS.ProcessEnv): 'cells' | 'plain' {
  return (env['STOREDECK_OUTPUT'] || screen.output) === 'plain' || env['TERM'] === 'dumb' ? 'plain' : 'cells';
}

/** Opens the console on the cluster that the command line, the environment and the configuration name. */
export async function runConsole(command: ConsoleCommand, process: NodeJS.Process): Promise<number> {
  const { stdin, stdout, env } = process;
  if (!stdin.isTTY || !stdout.isTTY)
    throw new ConfigError('the console needs a terminal; in a script use storedeck status, logs or call');
  const config = await loadConfig(command.configFile, env);
  const target = resolveContext(config, command.target, env);
  await checkTarget(target);
  const clock = systemClock();
  const context = contextInfo(target);
  const look = lookOf(command, config, env);
  const utc = command.screen.utc ?? config.screen.utc ?? false;
  // A serial line often does not know its size.
  const size = { columns: stdout.columns || 80, rows: stdout.rows || 24 };
  const lines = skeleton({ ...size, look, context, utc, now: clock.now() });
  // What is loaded and made from here on takes several times as long as it took to get here.
  await using terminal = new TakenTerminal(process, systemClock({ background: true }), lines);
  // Ink's helpers write no colour of their own; what they need is the inverse cursor of a text input.
  env['FORCE_COLOR'] = '1';
  const { startConsole } = await import('./start.tsx');
  return await startConsole({
    process,
    terminal,
    output: outputOf(config, env),
    open: async () => {
      const { openTransport } = await import('../commands/connect.ts');
      return await openTransport(target, { env, clock, simulation: command.simulation });
    },
    clock,
    look,
    context,
    readOnly: target.readOnly,
    utc,
    logLines: config.logLines,
    custom: { aliases: config.aliases, keys: config.keys, actions: config.actions },
    folder: stateDirectory(env),
    viewsFile: join(stateDirectory(env), `views-${encodeURIComponent(context.name)}.json`),
    openAudit: (onFailure) =>
      createAuditWriter({
        path: join(stateDirectory(env), 'audit.jsonl'),
        about: { cluster: context.name, address: context.address },
        onFailure,
      }),
  });
}
