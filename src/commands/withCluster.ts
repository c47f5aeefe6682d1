import { join } from 'node:path';
import { createApi, type Api } from '../api/client.ts';
import { ApiError } from '../api/failure.ts';
import type { Transport } from '../api/transport.ts';
import type { ClusterChoice } from '../config/commandLine.ts';
import { addressOf, resolveContext, type ServiceTarget } from '../config/context.ts';
import { ConfigError } from '../config/error.ts';
import { defaultConfigFile, loadConfig, stateDirectory } from '../config/load.ts';
import { openTransport } from '../connect/transport.ts';
import type { Environment } from '../lib/environment.ts';
import { createAuditWriter } from '../store/session/audit.ts';
import { type CommandIo, reportError } from './io.ts';
import { UsageError } from './options.ts';

/** True for an error that a command reports by its message alone: of the service, the configuration or the command line. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof ApiError || error instanceof ConfigError || error instanceof UsageError;

/**
 * The cluster that a command acts on. Unlike the console, which shows DEMO, a command never falls back to the simulated
 * cluster: it must be requested by --demo.
 * @throws ConfigError
 */
async function namedTarget(
  { target: options, configFile }: ClusterChoice,
  env: Environment,
): Promise<ServiceTarget> {
  const config = await loadConfig(configFile, env);
  const target = resolveContext(config, options, env);
  if (target.kind !== 'demo' || options.demo !== undefined) return target;
  const { file } = config;
  const missing = file === undefined ? `, and ${defaultConfigFile(env)} does not exist` : '';
  throw new ConfigError(
    `no cluster is named${missing}: give --context NAME, --url URL, --via COMMAND or --demo`,
    file === undefined ? {} : { file },
  );
}

/** Runs a command on the chosen cluster and closes the connection; its writes are recorded in the audit file. */
export async function withCluster<T>(
  choice: ClusterChoice,
  io: CommandIo,
  run: (api: Api, target: ServiceTarget, transport: Transport) => Promise<T>,
): Promise<T> {
  const target = await namedTarget(choice, io.env);
  const transport = await openTransport(target, { ...io, brief: true });
  const audit = createAuditWriter({
    path: join(stateDirectory(io.env), 'audit.jsonl'),
    about: { cluster: target.kind === 'demo' ? 'demo' : target.name, address: addressOf(target) },
    onFailure: (message) => reportError(io, message),
  });
  try {
    const api = createApi({
      transport,
      readOnly: () => target.readOnly !== 'no',
      onWrite: (record) => audit.write(record),
      clock: io.clock,
    });
    return await run(api, target, transport);
  } finally {
    await transport.close();
    await audit.close();
  }
}
