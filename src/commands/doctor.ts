import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createApi } from '../api/client.ts';
import type { ClusterStatus } from '../api/contract/cluster.ts';
import { isLoopback } from '../api/loopback.ts';
import type { ConsoleOptions } from '../config/commandLine.ts';
import { type Config, emptyConfig } from '../config/config.ts';
import { addressOf, resolveContext, type ServiceTarget } from '../config/context.ts';
import { defaultConfigFile, loadConfig, stateDirectory } from '../config/load.ts';
import { readToken } from '../config/token.ts';
import { openTransport } from '../connect/transport.ts';
import { VERSION } from '../lib/version.ts';
import { visible } from '../lib/visible.ts';
import { cephFindings, viaReport, USUAL_CONF } from './doctorCeph.ts';
import { type Finding, terminalFindings } from './doctorTerminal.ts';
import type { CommandIo } from './io.ts';
import { isExpected } from './withCluster.ts';

const finding = (about: string, level: Finding['level'], text: string): Finding => ({ about, level, text });

/** The configuration with a finding; an empty one if the file is invalid. */
async function readConfiguration(
  { configFile }: ConsoleOptions,
  io: CommandIo,
): Promise<readonly [Config, Finding]> {
  try {
    const config = await loadConfig(configFile, io.env);
    const count = config.contexts.size;
    const text =
      config.file === undefined
        ? `none: ${defaultConfigFile(io.env)} does not exist`
        : `${config.file}, ${count} ${count === 1 ? 'context' : 'contexts'}`;
    return [config, finding('configuration', 'ok', text)];
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [emptyConfig, finding('configuration', 'bad', error.message)];
  }
}

const SOURCES = { env: 'environment variable', file: 'file', command: 'output of' } as const;

/** The finding on the token: its source and whether it can be read; never the token itself. */
async function tokenFinding(target: ServiceTarget, io: CommandIo): Promise<Finding> {
  if (target.kind !== 'service') return finding('token', 'ok', 'none is needed');
  const { token, baseUrl, unixSocket, allowPlainHttp } = target;
  if (!token) return finding('token', 'note', 'none: give token-file, token-env or token-command');
  const where =
    token.kind === 'env' ? token.variable : token.kind === 'file' ? token.path : (token.argv[0] ?? '');
  try {
    await readToken(token, io.env, io.stopped);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return finding('token', 'bad', error.message);
  }
  const { protocol, hostname } = new URL(baseUrl);
  const open = protocol === 'http:' && unixSocket === undefined && !isLoopback(hostname);
  const text = `${SOURCES[token.kind]} ${where}, can be read`;
  return open && !allowPlainHttp
    ? finding('token', 'bad', `${text}, but is not sent over plain HTTP to another host`)
    : finding('token', open ? 'note' : 'ok', open ? `${text}; it goes over plain HTTP` : text);
}

const isUnknown = (status: ClusterStatus['storeStatus']): boolean =>
  status?.health?.status === 'HEALTH_UNKNOWN';

/** A container in which `--via` runs may take longer to start than the service waits for its first answer, five seconds. */
const triesOf = ({ kind }: ServiceTarget): number => (kind === 'via' ? 4 : 1);

/** Connects to the service and reads the cluster's health. */
async function connectionFinding(
  target: ServiceTarget,
  args: ConsoleOptions,
  io: CommandIo,
): Promise<Finding> {
  const { clock } = io;
  try {
    const transport = await openTransport(target, { ...io, simulation: args.simulation, brief: true });
    try {
      const startedAt = clock.elapsed();
      const api = createApi({ transport, readOnly: () => true, clock });
      const read = () => api.getClusterStatus({}, { signal: io.stopped });
      let { storeStatus } = await read();
      for (let tries = 1; tries < triesOf(target) && isUnknown(storeStatus); tries++)
        ({ storeStatus } = await read());
      const ms = clock.elapsed() - startedAt;
      const fsid = storeStatus?.fsid?.slice(0, 8) ?? 'no fsid';
      const health = storeStatus?.health;
      if (isUnknown(storeStatus)) {
        const reasons = Object.values(health?.checks ?? {}).flatMap(({ summary }) => summary?.message ?? []);
        const why = reasons.length === 0 ? 'it gives no reason' : reasons.join('; ');
        return finding('connection', 'bad', `the service answers, but not the cluster behind it: ${why}`);
      }
      return finding(
        'connection',
        'ok',
        `answers in ${ms} ms: ${health?.status ?? 'no health'}, cluster ${fsid}`,
      );
    } finally {
      await transport.close();
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    return finding('connection', 'bad', error.message);
  }
}

const whereIs = (target: ServiceTarget): string => {
  if (target.kind === 'demo') return 'the simulated cluster';
  return target.kind === 'via' ? `reached by ${addressOf(target)}` : `${target.name} at ${addressOf(target)}`;
};

async function clusterFindings(config: Config, args: ConsoleOptions, io: CommandIo): Promise<Finding[]> {
  let target: ServiceTarget;
  try {
    target = resolveContext(config, args.target, io.env);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [finding('context', 'bad', error.message)];
  }
  const context = whereIs(target) + (target.kind !== 'demo' && target.production ? ', PROD' : '');
  const lock = { no: '', asked: ', read-only', forced: ', read-only by the configuration' }[target.readOnly];
  const via = target.kind === 'via' ? await viaFindings(target, io) : [];
  // With problems there, connecting would report the same again.
  const isThere = via.every(({ level }) => level !== 'bad');
  return [
    finding('context', 'ok', context + lock),
    await tokenFinding(target, io),
    ...via,
    ...(isThere ? [await connectionFinding(target, args, io)] : []),
  ];
}

/** Findings about Ceph where the `via` command leads. */
async function viaFindings(
  { via: words, conf, cephUser }: Extract<ServiceTarget, { kind: 'via' }>,
  { env, clock }: CommandIo,
): Promise<Finding[]> {
  const { inspectVia } = await import('../service/ceph/cephNode.ts');
  return viaReport(await inspectVia(clock, { words, env }, conf, cephUser));
}

/** Findings about Ceph on this machine, if it has a ceph.conf and the target is not simulated or remote. */
async function nodeFindings(args: ConsoleOptions, { env, clock }: CommandIo): Promise<Finding[]> {
  const conf = env['CEPH_CONF'] || USUAL_CONF;
  if (args.target.demo !== undefined || args.target.via !== undefined || !existsSync(conf)) return [];
  const { inspectNode } = await import('../service/ceph/cephNode.ts');
  return cephFindings(await inspectNode(clock, conf, env['PATH'] ?? ''));
}

/** Checks that the state directory is writable and private. */
async function stateFinding(io: CommandIo): Promise<Finding> {
  const directory = stateDirectory(io.env);
  let there = directory;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    await access(there, constants.W_OK);
  } catch {
    return finding('state', 'bad', `${directory} cannot be written: writes would not be recorded`);
  }
  if (there !== directory) return finding('state', 'ok', `${directory}, made when it is needed`);
  const open = ((await stat(directory)).mode & 0o077) !== 0;
  return open
    ? finding('state', 'note', `${directory} is open to other users: chmod 700 ${directory}`)
    : finding('state', 'ok', directory);
}

const SIGNS = { ok: 'ok', note: 'note', bad: 'BAD' } as const;

/**
 * `storedeck doctor`: checks the terminal, the configuration and the connection.
 * @returns 0 if the program can work, 1 if something is wrong
 */
export async function doctor(args: ConsoleOptions, io: CommandIo): Promise<number> {
  const [config, configuration] = await readConfiguration(args, io);
  const terminal = io.terminal ?? { stdin: false, stdout: false };
  const findings = [
    finding(
      'versions',
      'ok',
      `storedeck ${VERSION}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    ),
    ...terminalFindings(io.env, terminal, args.screen, config),
    configuration,
    await stateFinding(io),
    ...(configuration.level === 'bad' ? [] : await clusterFindings(config, args, io)),
    ...(await nodeFindings(args, io)),
  ];
  const lines = findings.map(
    ({ about, level, text }) => `${about.padEnd(14)} ${SIGNS[level].padEnd(5)} ${visible(text, io.unicode)}`,
  );
  await io.out(`${lines.join('\n')}\n`);
  return findings.some(({ level }) => level === 'bad') ? 1 : 0;
}
