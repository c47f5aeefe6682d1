import { resolve } from 'node:path';
import type { Environment } from '../lib/environment.ts';
import { suggestion } from '../lib/nearest.ts';
import { commandLine } from '../lib/shell.ts';
import { readServiceAddress } from './address.ts';
import type { Config, Context, ServiceContext, TokenSource, ViaContext } from './config.ts';
import { CONTEXT_DEFAULTS } from './defaults.ts';
import { ConfigError } from './error.ts';
import { switchWord } from './switchWord.ts';
import { readVia } from './via.ts';

/** Command-line options that choose the cluster. */
export interface TargetOptions {
  /** The simulated cluster; a text is the name of its scenario. */
  readonly demo?: true | string;
  readonly url?: string;
  /** The command that leads to a Ceph cluster, as typed. */
  readonly via?: string;
  /** The ssh configuration for reaching the servers of that cluster. */
  readonly sshConfig?: string;
  /** The configuration file of that cluster, where the command leads, and the user of the cluster. */
  readonly cephConf?: string;
  readonly cephUser?: string;
  readonly tokenFile?: string;
  readonly context?: string;
  readonly readOnly?: boolean;
}

/** The options for a cluster that is reached through a command, and their names on the command line. */
const FOR_VIA = [
  ['sshConfig', 'ssh-config'],
  ['cephConf', 'ceph-conf'],
  ['cephUser', 'ceph-user'],
] as const;

/**
 * The read-only mode. `asked` by the command line or the environment can be lifted in the session;
 * `forced` by the configuration cannot.
 */
export type ReadOnly = 'no' | 'asked' | 'forced';

/** The target cluster: simulated, behind a management service, or reached through a command. */
export type ServiceTarget =
  | { readonly kind: 'demo'; readonly scenario?: string; readonly readOnly: ReadOnly }
  | (Omit<ServiceContext, 'readOnly'> & { readonly kind: 'service'; readonly readOnly: ReadOnly })
  | (Omit<ViaContext, 'readOnly'> & { readonly kind: 'via'; readonly readOnly: ReadOnly });

/** The location of a cluster for display: the address of its service, or the command that leads there. */
export const addressOf = (target: ServiceTarget): string => {
  if (target.kind === 'demo') return 'simulated cluster';
  return target.kind === 'via' ? commandLine(...target.via) : (target.unixSocket ?? target.baseUrl);
};

/** The target for a context. */
export const targetOf = (context: Context, readOnly: ReadOnly): Exclude<ServiceTarget, { kind: 'demo' }> =>
  'via' in context ? { ...context, kind: 'via', readOnly } : { ...context, kind: 'service', readOnly };

function wantsReadOnly(options: TargetOptions, env: Environment): boolean {
  const word = env['STOREDECK_READONLY'] ?? '';
  const asked = word !== '' && switchWord(word);
  if (asked === undefined)
    throw new ConfigError(`STOREDECK_READONLY must be 1 or 0; it is ${JSON.stringify(word)}`);
  return options.readOnly === true || asked;
}

function overridingToken(options: TargetOptions, env: Environment): TokenSource | undefined {
  if (options.tokenFile !== undefined) return { kind: 'file', path: resolve(options.tokenFile) };
  return env['STOREDECK_TOKEN'] ? { kind: 'env', variable: 'STOREDECK_TOKEN' } : undefined;
}

/** The context for an address given on the command line or in the environment. */
function contextOfUrl(value: string, origin: string): Context {
  const address = readServiceAddress(value);
  if ('problem' in address) throw new ConfigError(`${origin}: ${address.problem}`);
  const name = address.unixSocket ?? new URL(address.baseUrl).host;
  return { name, ...address, allowPlainHttp: false, ...CONTEXT_DEFAULTS };
}

function contextOfCommand(value: string): Context {
  const command = readVia(value);
  if ('problem' in command) throw new ConfigError(`--via: ${command.problem}`);
  return { name: commandLine(...command.via), ...command, ...CONTEXT_DEFAULTS };
}

function namedContext(config: Config, name: string, origin: string): Context {
  const context = config.contexts.get(name);
  if (context !== undefined) return context;
  const known = [...config.contexts.keys()];
  const there = known.length === 0 ? 'none is configured' : `choose one of: ${known.join(', ')}`;
  const near = suggestion(name, known);
  const location = config.file === undefined ? {} : { file: config.file };
  throw new ConfigError(`${origin}: no context ${JSON.stringify(name)}${near}; ${there}`, location);
}

/**
 * The chosen context, or undefined for the simulated cluster. The command line overrides the environment, which overrides
 * the file.
 */
function chosenContext(config: Config, options: TargetOptions, env: Environment): Context | undefined {
  if (options.url !== undefined) return contextOfUrl(options.url, '--url');
  if (options.via !== undefined) return contextOfCommand(options.via);
  if (options.context !== undefined) return namedContext(config, options.context, '--context');
  if (env['STOREDECK_URL']) return contextOfUrl(env['STOREDECK_URL'], 'STOREDECK_URL');
  if (env['STOREDECK_CONTEXT']) return namedContext(config, env['STOREDECK_CONTEXT'], 'STOREDECK_CONTEXT');
  if (config.currentContext !== undefined) return config.contexts.get(config.currentContext);
  const [only, ...others] = config.contexts.values();
  if (others.length === 0) return only;
  const known = [...config.contexts.keys()].join(', ');
  const problem = `several contexts and none is current: give --context NAME or set current-context; NAME is one of: ${known}`;
  throw new ConfigError(problem, config.file === undefined ? {} : { file: config.file });
}

/**
 * Determines the target cluster: without any context it is the simulated one.
 * @throws ConfigError if options contradict each other or name an unknown context
 */
export function resolveContext(config: Config, options: TargetOptions, env: Environment): ServiceTarget {
  const given = (['demo', 'url', 'via', 'context'] as const).filter((name) => options[name] !== undefined);
  if (given.length > 1) {
    throw new ConfigError(`give only one of ${given.map((name) => `--${name}`).join(' and ')}`);
  }
  const asked = wantsReadOnly(options, env) ? 'asked' : 'no';
  const context = options.demo === undefined ? chosenContext(config, options, env) : undefined;
  if (context === undefined) {
    if (options.tokenFile !== undefined) throw new ConfigError('--token-file needs --url or --context');
    return {
      kind: 'demo',
      ...(typeof options.demo === 'string' && { scenario: options.demo }),
      readOnly: asked,
    };
  }
  const target = targetOf(context, context.readOnly ? 'forced' : asked);
  if (target.kind === 'via') {
    if (options.tokenFile !== undefined)
      throw new ConfigError('--token-file is for a service; --via needs none');
    const { sshConfig, cephConf, cephUser } = options;
    return {
      ...target,
      ...(sshConfig !== undefined && { sshConfig: resolve(sshConfig) }),
      ...(cephConf !== undefined && { conf: cephConf }),
      ...(cephUser !== undefined && { cephUser }),
    };
  }
  const foreign = FOR_VIA.find(([field]) => options[field] !== undefined);
  if (foreign !== undefined)
    throw new ConfigError(`--${foreign[1]} goes with --via: a service has its own way to the cluster`);
  const token = overridingToken(options, env) ?? target.token;
  return { ...target, ...(token && { token }) };
}
