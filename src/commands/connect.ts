import { join } from 'node:path';
import { createApi, type Api } from '../api/client.ts';
import type { Transport } from '../api/transport.ts';
import { resolveContext, type Target } from '../config/context.ts';
import { ConfigError } from '../config/error.ts';
import { defaultConfigFile, loadConfig, stateDirectory, type Environment } from '../config/load.ts';
import { tokenReader } from '../config/token.ts';
import type { Clock } from '../lib/clock.ts';
import { readRegularFile } from '../lib/regularFile.ts';
import { createAuditWriter } from '../store/audit.ts';
import type { Reach, Simulation } from './arguments.ts';
import { type CommandIo, complain } from './io.ts';
import { UsageError } from './options.ts';

/** What is needed to reach a cluster, beside the cluster itself. */
export interface Surroundings {
  readonly env: Environment;
  readonly clock: Clock;
  readonly simulation?: Simulation;
}

async function demoTransport(
  scenario: string | undefined,
  { clock, simulation }: Surroundings,
): Promise<Transport> {
  const [{ createSimEngine }, { embeddedTransport }] = await Promise.all([
    import('../service/sim/simEngine.ts'),
    import('../service/embedded.ts'),
  ]);
  try {
    return embeddedTransport(
      // A demo runs nothing on the machine that it is looked at from.
      createSimEngine({
        clock,
        ...simulation,
        allowHooks: false,
        ...(scenario !== undefined && { scenario }),
      }),
    );
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--demo: ${error.message}`) : error;
  }
}

function readCertificates(path: string): string {
  try {
    return readRegularFile(path).text;
  } catch (error) {
    throw new ConfigError(`cannot read ca-file ${path}: ${(error as Error).message}`);
  }
}

/**
 * Makes the way to a cluster: over HTTP to a service, or into a simulated one inside this process.
 * @throws ConfigError, UsageError for what the service or the simulation cannot be made with
 */
export async function openTransport(target: Target, around: Surroundings): Promise<Transport> {
  if (target.kind === 'demo') return demoTransport(target.scenario, around);
  const { baseUrl, unixSocket, caFile, allowPlainHttp, token } = target;
  const { httpTransport } = await import('../api/http.ts');
  return httpTransport({
    baseUrl,
    allowPlainHttp,
    ...(unixSocket !== undefined && { unixSocket }),
    ...(caFile !== undefined && { ca: readCertificates(caFile) }),
    ...(token && { token: tokenReader(token, around.env, around.clock) }),
  });
}

/**
 * The cluster that a command is to act on. Without a screen that shows DEMO nobody sees that the simulated cluster
 * stands in for one that could not be found, so it has to be asked for.
 * @throws ConfigError
 */
async function namedTarget({ target: options, configFile }: Reach, env: Environment): Promise<Target> {
  const config = await loadConfig(configFile, env);
  const target = resolveContext(config, options, env);
  if (target.kind === 'service' || options.demo !== undefined) return target;
  const { file } = config;
  const missing = file === undefined ? `, and ${defaultConfigFile(env)} does not exist` : '';
  throw new ConfigError(
    `no cluster is named${missing}: give --context NAME, --url URL or --demo`,
    file === undefined ? {} : { file },
  );
}

/** Runs a command on the cluster that its arguments, the environment and the configuration name; what it writes is kept in the audit file. */
export async function withCluster<T>(
  reach: Reach,
  io: CommandIo,
  run: (api: Api, target: Target, transport: Transport) => Promise<T>,
): Promise<T> {
  const target = await namedTarget(reach, io.env);
  const transport = await openTransport(target, io);
  const audit = createAuditWriter({
    path: join(stateDirectory(io.env), 'audit.jsonl'),
    about:
      target.kind === 'demo'
        ? { cluster: 'demo', address: 'simulated cluster' }
        : { cluster: target.name, address: target.unixSocket ?? target.baseUrl },
    onFailure: (message) => complain(io, message),
  });
  try {
    const api = createApi({
      transport,
      readOnly: () => target.readOnly !== 'no',
      onWrite: (record) => audit.write(record),
      now: () => io.clock.now(),
    });
    return await run(api, target, transport);
  } finally {
    await transport.close();
    await audit.close();
  }
}
