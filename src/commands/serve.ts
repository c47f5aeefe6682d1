import { dirname, join, resolve } from 'node:path';
import { stateDirectory } from '../config/load.ts';
import { readVia } from '../config/via.ts';
import type { Environment } from '../lib/environment.ts';
import { dateTime } from '../lib/format.ts';
import { limitHeap } from '../lib/heapLimit.ts';
import { readRegularFile } from '../lib/regularFile.ts';
import { SecretFileError } from '../lib/secretFile.ts';
import { messageOf } from '../lib/thrown.ts';
import { VERSION } from '../lib/version.ts';
import { visible } from '../lib/visible.ts';
import type { Via } from '../service/ceph/via/via.ts';
import type { Engine } from '../service/engine.ts';
import { DEFAULT_LISTEN, readAddress, type Address } from '../service/http/address.ts';
import { CONTROL_SOCKET } from '../service/http/limits.ts';
import { exposureWarning, listen, ListenError } from '../service/http/listen.ts';
import { serviceToken } from '../service/http/token.ts';
import type { DirectoryPersistence } from '../service/sim/persistence/directoryPersistence.ts';
import type { ServeArguments, TlsFiles } from './arguments.ts';
import { reportError, type CommandIo } from './io.ts';
import { UsageError } from './options.ts';

/** The time that running requests get to finish when the service is asked to end, in milliseconds. */
const GRACE_MS = 1000;

function addressOf(text: string): Address {
  const address = readAddress(text);
  if (address !== undefined) return address;
  throw new UsageError(
    `--listen must be HOST:PORT or unix:PATH, as in ${DEFAULT_LISTEN}; it is ${JSON.stringify(text)}`,
  );
}

function readPem(option: string, path: string): string {
  try {
    return readRegularFile(path).text;
  } catch (error) {
    throw new UsageError(`--${option}: ${messageOf(error)}`);
  }
}

const readTls = ({ cert, key }: TlsFiles) => ({
  cert: readPem('tls-cert', cert),
  key: readPem('tls-key', key),
});

async function makeEngine(args: ServeArguments, io: CommandIo): Promise<Engine> {
  if (args.engine === 'sim') return makeSimulation(args, io);
  const { clock, env } = io;
  const { createCephEngine } = await import('../service/ceph/engine.ts');
  const directory = args.data ?? join(stateDirectory(env), 'ceph');
  const { via, sshConfig, ...ceph } = args.ceph;
  return createCephEngine({
    clock,
    directory,
    ...(via !== undefined && { via: viaOf(via, env) }),
    ...(sshConfig !== undefined && { ssh: { configFile: resolve(sshConfig), env } }),
    ...ceph,
  });
}

function viaOf(via: string, env: Environment): Via {
  const command = readVia(via);
  if ('problem' in command) throw new UsageError(`--via: ${command.problem}`);
  return { words: command.via, env };
}

async function makeSimulation(
  { simulation: options, data, sync }: ServeArguments,
  io: CommandIo,
): Promise<Engine> {
  const { createSimEngine } = await import('../service/sim/engine.ts');
  const open = data === undefined ? undefined : await persistenceOpener(data, sync);
  // Creating a large cluster takes some ten seconds.
  return io.interruptible(() => {
    const persistence = open?.();
    try {
      const simulated = createSimEngine({ clock: io.clock, ...options, ...(persistence && { persistence }) });
      if (persistence !== undefined) copyData(persistence, io);
      return simulated;
    } catch (error) {
      persistence?.close();
      if (error instanceof RangeError) throw new UsageError(error.message);
      throw persistence === undefined ? error : dataError(error);
    }
  });
}

const dataError = (error: unknown): UsageError => new UsageError(`--data: ${messageOf(error)}`);

/** Loads the code that stores a simulated cluster in a directory; the returned function opens the directory. */
async function persistenceOpener(directory: string, sync: boolean): Promise<() => DirectoryPersistence> {
  const { directoryPersistence } = await import('../service/sim/persistence/directoryPersistence.ts');
  return () => {
    try {
      return directoryPersistence(directory, { sync });
    } catch (error) {
      throw dataError(error);
    }
  };
}

/** Makes the daily copy of the data. A failure is reported only, as the service works without a copy. */
function copyData(persistence: DirectoryPersistence, io: CommandIo): void {
  try {
    persistence.confirmRestored();
  } catch (error) {
    reportError(io, `no copy of the data was made: ${messageOf(error)}`);
  }
}

/** Resolves when the signal is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Turns errors that the operator can fix into a UsageError, which is printed without a stack. */
function asUsageError(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message?: string };
  if (error instanceof SecretFileError || error instanceof ListenError) return new UsageError(error.message);
  if (code.startsWith('ERR_OSSL'))
    return new UsageError(`--tls-cert and --tls-key do not fit together: ${message}`);
  return error;
}

/** Opens the control socket for decisions on the CRUSH map. A failure is reported only: the service works without it. */
async function openDecisions(
  path: string,
  io: CommandIo,
  engine: Engine,
  onDecided: () => void,
): Promise<AsyncDisposable | undefined> {
  if (!engine.decisions) return undefined;
  const { openControl } = await import('../service/http/control.ts');
  try {
    const control = await openControl(path, engine.decisions, onDecided);
    return { [Symbol.asyncDispose]: async () => control.close() };
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    io.err(`storedeck: changes to the CRUSH map cannot be decided here (give --control): ${error.message}\n`);
    return undefined;
  }
}

async function runService(args: ServeArguments, io: CommandIo, engine: Engine): Promise<void> {
  limitHeap(args.engine === 'sim' ? 'simulation' : 'service');
  const address = addressOf(args.listen ?? DEFAULT_LISTEN);
  const tls = args.tls && readTls(args.tls);
  const tokenFile = args.tokenFile ?? join(stateDirectory(io.env), 'service.token');
  const { token, made } = await serviceToken(tokenFile);
  const control = args.control ?? join(dirname(tokenFile), CONTROL_SOCKET);
  const { clock } = io;
  const { createSharedAnswers } = await import('../service/http/sharedAnswers.ts');
  const sharedAnswers = createSharedAnswers(clock);
  await using _decisions = await openDecisions(control, io, engine, () => sharedAnswers.clear());
  const log = (message: string) => {
    const lines = message.split('\n').map((line) => visible(line, io.unicode));
    io.err(`${dateTime(io.clock.now(), true)} ${lines.join('\n')}\n`);
  };
  const { createService } = await import('../service/http/service.ts');
  const service = await createService({
    engine,
    token,
    log,
    clock,
    sharedAnswers,
    version: VERSION,
    ...(tls && { tls }),
  });
  if (io.stopped.aborted) return service.close();
  const url = await listen(service, address);
  const warning = exposureWarning(address, tls !== undefined);
  if (warning !== undefined) io.err(`storedeck: ${warning}\n`);
  io.err(`The token is in ${tokenFile}${made ? ', made now' : ''}; to open the console:\n`);
  io.err(`  storedeck --url ${url} --token-file ${tokenFile}\n`);
  await io.out(`storedeck service (${engine.name}) on ${url}\n`);
  await aborted(io.stopped);
  using _late = io.clock.after(GRACE_MS, () => service.server.closeAllConnections());
  await service.close();
}

/**
 * `storedeck serve`: runs the management service until the program is asked to end. Prints its base URL on standard output
 * once it answers; everything else goes to standard error.
 * @throws UsageError for an unusable address, token file or certificate
 */
export async function serve(args: ServeArguments, io: CommandIo): Promise<number> {
  const engine = await makeEngine(args, io);
  try {
    await runService(args, io, engine);
    return 0;
  } catch (error) {
    throw asUsageError(error);
  } finally {
    await engine.close();
  }
}
