import { join } from 'node:path';
import type { Transport } from '../api/transport.ts';
import type { SimulationOptions } from '../config/commandLine.ts';
import type { ServiceTarget } from '../config/context.ts';
import { ConfigError } from '../config/error.ts';
import { stateDirectory } from '../config/load.ts';
import { tokenReader } from '../config/token.ts';
import type { Clock } from '../lib/clock.ts';
import type { Environment } from '../lib/environment.ts';
import { readRegularFile } from '../lib/regularFile.ts';
import { messageOf } from '../lib/thrown.ts';
import { demoFailure } from './checkScenario.ts';

/** Options for opening a connection. */
export interface ConnectOptions {
  readonly env: Environment;
  readonly clock: Clock;
  readonly simulation?: SimulationOptions;
  /** True for a single command: a service in this process then only answers requests and starts no work of its own. */
  readonly brief?: boolean;
  /** Aborted when the program is asked to end. */
  readonly stopped?: AbortSignal;
}

async function demoTransport(
  scenario: string | undefined,
  { clock, simulation }: ConnectOptions,
): Promise<Transport> {
  const [{ createSimEngine }, { embeddedTransport }] = await Promise.all([
    import('../service/sim/engine.ts'),
    import('../service/embedded.ts'),
  ]);
  try {
    return embeddedTransport(
      // A demo must not run scripts on the operator's machine.
      createSimEngine({
        clock,
        ...simulation,
        allowHooks: false,
        ...(scenario !== undefined && { scenario }),
      }),
    );
  } catch (error) {
    throw demoFailure(error);
  }
}

/** A connection to a service in this process, for a cluster reached through a command. */
async function viaTransport(
  { via: words, conf, cephUser, sshConfig, readOnly }: Extract<ServiceTarget, { kind: 'via' }>,
  { env, clock, brief, stopped }: ConnectOptions,
): Promise<Transport> {
  const [{ createCephEngine }, { embeddedTransport }] = await Promise.all([
    import('../service/ceph/engine.ts'),
    import('../service/embedded.ts'),
  ]);
  const engine = createCephEngine({
    clock,
    via: { words, env },
    role: brief || readOnly !== 'no' ? 'reader' : 'console',
    directory: join(stateDirectory(env), 'ceph'),
    ...(conf !== undefined && { conf }),
    ...(cephUser !== undefined && { name: cephUser }),
    ...(sshConfig !== undefined && { ssh: { configFile: sshConfig, env } }),
  });
  const transport = embeddedTransport(engine);
  if (!brief || stopped === undefined) return transport;
  return {
    ...transport,
    async close() {
      // Waits for tasks that the command started: they would not continue after this process ends.
      await engine.idle(stopped);
      await transport.close();
    },
  };
}

function readCertificates(path: string): string {
  try {
    return readRegularFile(path).text;
  } catch (error) {
    throw new ConfigError(`cannot read ca-file ${path}: ${messageOf(error)}`);
  }
}

/**
 * Opens a connection to a cluster: over HTTP to a service, or to a service in this process for a simulated cluster or for
 * a real one reached through a command.
 * @throws ConfigError if a certificate cannot be read or the simulated cluster cannot be created
 */
export async function openTransport(target: ServiceTarget, options: ConnectOptions): Promise<Transport> {
  if (target.kind === 'demo') return demoTransport(target.scenario, options);
  if (target.kind === 'via') return viaTransport(target, options);
  const { baseUrl, unixSocket, caFile, allowPlainHttp, token } = target;
  const { httpTransport } = await import('../api/http.ts');
  return httpTransport({
    baseUrl,
    allowPlainHttp,
    ...(unixSocket !== undefined && { unixSocket }),
    ...(caFile !== undefined && { ca: readCertificates(caFile) }),
    ...(token && { token: tokenReader(token, options.env, options.clock) }),
  });
}
