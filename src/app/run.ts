import { join } from 'node:path';
import type { ShellReach } from '../api/curl.ts';
import type { ConsoleOptions } from '../config/commandLine.ts';
import type { Config } from '../config/config.ts';
import { addressOf, resolveContext, targetOf, type ServiceTarget } from '../config/context.ts';
import { ConfigError } from '../config/error.ts';
import { loadConfig, stateDirectory } from '../config/load.ts';
import { slowSetting } from '../config/slow.ts';
import { checkScenario } from '../connect/checkScenario.ts';
import { systemClock } from '../lib/clock.ts';
import { limitWasm } from '../lib/heapLimit.ts';
import { Links } from '../lib/links.ts';
import { createLook, detectColour, detectUnicode, type Look } from '../lib/look.ts';
import { sizeToDraw } from '../lib/terminalSize.ts';
import type { ThemeChoice } from '../lib/themes.ts';
import { abilitiesOf, takesLinks } from '../output/abilities.ts';
import type { ContextInfo } from '../store/context.ts';
import type { FleetCluster } from '../store/fleet.ts';
import type { CockpitOptions } from './cockpit.ts';
import { skeleton } from './frame/skeleton.ts';
import type { Ended } from './start.tsx';
import { askBackground, type Background, backgroundOf } from './terminal/background.ts';
import { type EarlyTerminal, earlyTerminal, streamTerminal } from './terminal/early.ts';
import { TerminalSession } from './terminal/session.ts';

/** The details that a shell command needs to reach the service; undefined when the service runs in this process. */
function shellOf(target: ServiceTarget): ShellReach | undefined {
  if (target.kind !== 'service') return undefined;
  const { baseUrl, unixSocket, caFile, token } = target;
  return {
    baseUrl,
    sendsToken: token !== undefined,
    ...(unixSocket !== undefined && { unixSocket }),
    ...(caFile !== undefined && { caFile }),
  };
}

function contextInfo(target: ServiceTarget): ContextInfo {
  if (target.kind === 'demo')
    return { name: 'demo', address: addressOf(target), demo: true, production: false, deletePhrase: '' };
  const { name, production, deletePhrase } = target;
  const shell = shellOf(target);
  return { name, address: addressOf(target), demo: false, production, deletePhrase, ...(shell && { shell }) };
}

const themeOf = (screen: ConsoleOptions['screen'], config: Config): ThemeChoice | undefined =>
  screen.theme ?? config.screen.theme;

/**
 * Queries the terminal's background colour if the theme depends on it. Only the `cells` output separates the terminal's
 * reply from key presses, so the `plain` output never asks.
 */
function background(command: ConsoleOptions, config: Config, process: NodeJS.Process, { depth }: Look) {
  const follows = themeOf(command.screen, config) === 'auto' && depth !== 'none';
  return follows && outputOf(config, process.env) === 'cells' ? askBackground(process) : undefined;
}

/** Links are only written by the `cells` output; the theme `plain` writes no sequences at all. */
function linksOf(config: Config, env: NodeJS.ProcessEnv, theme: ThemeChoice | undefined): Links | undefined {
  const hasLinks = takesLinks(env, config.screen.links ?? 'auto');
  return hasLinks && theme !== 'plain' && outputOf(config, env) === 'cells' ? new Links() : undefined;
}

/** Colours and characters: the command line overrides the configuration, which overrides what the terminal reports. */
function lookOf(
  { screen }: ConsoleOptions,
  config: Config,
  env: NodeJS.ProcessEnv,
  background: Background | undefined,
): Pick<CockpitOptions, 'look' | 'theme'> {
  const characters = screen.characters ?? config.screen.characters;
  const depth = screen.colour === false ? ('none' as const) : config.screen['colour-depth'];
  const asked = themeOf(screen, config);
  const theme = asked === 'auto' ? (background ?? backgroundOf(env)) : asked;
  const links = linksOf(config, env, theme);
  const look = createLook({
    depth: detectColour(env, depth === undefined ? {} : { colour: depth }),
    unicode: detectUnicode(env, { ascii: characters === 'ascii', unicode: characters === 'unicode' }),
    ...(theme !== undefined && { theme }),
    ...(links && { links }),
  });
  return { look, ...(theme && { theme: { name: theme, isAsked: screen.theme !== undefined } }) };
}

function outputOf({ screen }: Config, env: NodeJS.ProcessEnv): 'cells' | 'plain' {
  return (env['STOREDECK_OUTPUT'] || screen.output) === 'plain' ? 'plain' : 'cells';
}

/**
 * The look of the first outline, which is written without translation for the terminal. Old terminals cannot switch off
 * a single attribute, so theirs has no colours.
 */
const outlineLook = (look: Look, env: NodeJS.ProcessEnv): Look =>
  abilitiesOf(env['TERM']).modern
    ? look
    : createLook({ depth: 'none', unicode: look.unicode, theme: 'plain' });

/** Opens a connection to a cluster. The code for that is loaded here, after the first lines are on the screen. */
async function open(target: ServiceTarget, env: NodeJS.ProcessEnv, simulation: ConsoleOptions['simulation']) {
  const { openTransport } = await import('../connect/transport.ts');
  return openTransport(target, { env, clock: systemClock(), simulation });
}

/** All configured clusters, including the one shown; empty if there is no other to switch to. */
async function clustersOf(
  config: Config,
  shown: ServiceTarget,
  env: NodeJS.ProcessEnv,
): Promise<FleetCluster[]> {
  const contexts = [...config.contexts.values()];
  if (contexts.length === 0 || (contexts.length === 1 && shown.kind !== 'demo')) return [];
  const { lazyTransport } = await import('../api/transport.ts');
  return contexts.map((context) => {
    const target = targetOf(context, 'asked');
    const current = shown.kind !== 'demo' && shown.name === context.name;
    const transport = lazyTransport(() => open(target, env, {}));
    return { context: contextInfo(target), current, transport };
  });
}

/**
 * Loads the modules that draw. Ink's helpers read FORCE_COLOR when they are loaded: they write no colour of their own, but
 * need it for the inverse cursor of a text input. Afterwards both variables are restored, so that programs started from the
 * console inherit the operator's environment.
 */
async function loadConsole(env: NodeJS.ProcessEnv) {
  limitWasm();
  const { FORCE_COLOR, NO_COLOR } = env;
  env['FORCE_COLOR'] = '1';
  delete env['NO_COLOR'];
  try {
    return await Promise.all([import('./start.tsx'), import('../store/session/audit.ts')]);
  } finally {
    delete env['FORCE_COLOR'];
    Object.assign(env, FORCE_COLOR !== undefined && { FORCE_COLOR }, NO_COLOR !== undefined && { NO_COLOR });
  }
}

/** Shows one cluster until the operator quits or switches to another. */
async function showCluster(
  command: ConsoleOptions,
  config: Config,
  target: ServiceTarget,
  process: NodeJS.Process,
  { terminal: first, notice }: { readonly terminal: EarlyTerminal; readonly notice: string | undefined },
): Promise<Ended> {
  const { env } = process;
  const clock = systemClock();
  const context = contextInfo(target);
  const { look: outline } = lookOf(command, config, env, undefined);
  const utc = command.screen.utc ?? config.screen.utc ?? false;
  const lines = skeleton({
    ...sizeToDraw(first.size),
    look: outlineLook(outline, env),
    context,
    utc,
    now: clock.now(),
  });
  // Loading and setting up the rest takes several times as long as everything before this line.
  await using terminal = new TerminalSession(process, systemClock({ background: true }), first, lines);
  const answer = background(command, config, process, outline);
  const [{ startConsole }, { createAuditWriter }] = await loadConsole(env);
  return await startConsole({
    process,
    terminal,
    output: outputOf(config, env),
    signals: {
      bell: command.screen.bell ?? config.screen.bell ?? false,
      notify: config.screen.notify ?? 'off',
      tabProgress: config.screen['tab-progress'] ?? false,
    },
    mouse: command.screen.mouse ?? config.screen.mouse ?? false,
    showsCursor: command.screen.cursor ?? config.screen.cursor ?? false,
    open: () => open(target, env, command.simulation),
    clusters: await clustersOf(config, target, env),
    clock,
    ...lookOf(command, config, env, await answer?.()),
    context,
    ...(notice !== undefined && { notice }),
    readOnly: target.readOnly,
    utc,
    slow: slowSetting(command.screen.slow, env, config).slow,
    logLines: config.logLines,
    custom: { aliases: config.aliases, keys: config.keys, actions: config.actions, macros: config.macros },
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

/** Another configured cluster. A token from the environment or the command line belongs to the first cluster only. */
function otherTarget(
  { target }: ConsoleOptions,
  config: Config,
  context: string,
  env: NodeJS.ProcessEnv,
): ServiceTarget {
  const { STOREDECK_TOKEN: _, ...rest } = env;
  return resolveContext(
    config,
    { context, ...(target.readOnly !== undefined && { readOnly: target.readOnly }) },
    rest,
  );
}

/**
 * Runs the console on the cluster named by the command line, the environment or the configuration, and on every cluster
 * that the operator switches to. Returns the exit code.
 */
export async function runConsole(command: ConsoleOptions, process: NodeJS.Process): Promise<number> {
  const { env } = process;
  let terminal = earlyTerminal(process);
  if (!terminal.isTerminal)
    throw new ConfigError('the console needs a terminal; in a script use storedeck status, logs or call');
  const config = await loadConfig(command.configFile, env);
  // Reports an invalid value before the alternate screen is entered.
  slowSetting(command.screen.slow, env, config);
  const first = resolveContext(config, command.target, env);
  await checkScenario(first);
  let target = first;
  let notice: string | undefined;
  for (;;) {
    const ended = await showCluster(command, config, target, process, { terminal, notice });
    if ('code' in ended) return ended.code;
    terminal = streamTerminal(process);
    notice = 'restartBecause' in ended ? ended.restartBecause : undefined;
    if ('restartBecause' in ended) continue;
    const isFirst = first.kind !== 'demo' && first.name === ended.leftFor;
    target = isFirst ? first : otherTarget(command, config, ended.leftFor, env);
  }
}
