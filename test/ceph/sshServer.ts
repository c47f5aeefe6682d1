import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

export const SSHD = '/usr/sbin/sshd';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A process that runs sshd for a connection, with the process that started it. */
interface Session {
  readonly pid: number;
  readonly parent: number;
}

function sessionOf(name: string): Session | undefined {
  try {
    const [, command = '', state, parent] =
      /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
    // Its parent is stopped and does not notice its end.
    return command.startsWith('sshd') && state !== 'Z'
      ? { pid: Number(name), parent: Number(parent) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The processes of an sshd for its connections, the latest first. Each connection has one or two, depending on the release. */
function sessionsOf(listener: number): readonly number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (sessionOf(name) ?? []) : []));
  const below = (pid: number): readonly number[] =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [...below(one.pid), one.pid]);
  return below(listener);
}

/** An sshd on loopback that accepts one key. All host names resolve to it. */
export class SshServer implements AsyncDisposable {
  /** SSH settings in the format of ~/.ssh/config. */
  readonly configFile: string;
  readonly #folder: string;
  /** The listening process, undefined while the connection is cut. */
  #process: ReturnType<typeof spawn> | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
    this.configFile = join(folder, 'ssh_config');
    this.#process = this.#spawn();
  }

  static async start(): Promise<SshServer> {
    const folder = mkdtempSync(join(tmpdir(), 'storedeck-sshd-'));
    const port = await freePort();
    const path = (name: string) => join(folder, name);
    // An sshd of root requires its empty directory.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
    for (const key of ['host', 'user'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(key)]);
    writeFileSync(
      path('sshd_config'),
      `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${path('host')}\nAuthorizedKeysFile ${path('user.pub')}\n` +
        'PidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\nPermitRootLogin yes\nSetEnv LANG=C.UTF-8\n',
    );
    writeFileSync(
      path('ssh_config'),
      `Host *\n  HostName 127.0.0.1\n  Port ${port}\n  User ${userInfo().username}\n  IdentityFile ${path('user')}\n` +
        `  IdentitiesOnly yes\n  HostKeyAlias all\n  UserKnownHostsFile ${path('known_hosts')}\n  StrictHostKeyChecking yes\n`,
    );
    const server = new SshServer(folder);
    server.knows(true);
    await server.#answers();
    return server;
  }

  /** Makes the client accept the host key, or a different one. */
  knows(right: boolean): void {
    const key = readFileSync(join(this.#folder, right ? 'host.pub' : 'user.pub'), 'utf8');
    writeFileSync(join(this.#folder, 'known_hosts'), `all ${key}`);
  }

  /** Ends the server with all of its connections. */
  async cut(): Promise<void> {
    const listener = this.#process;
    if (listener?.pid === undefined) return;
    const { pid, exitCode, signalCode } = listener;
    // Its connections continue without it, and then belong to nobody.
    if (exitCode !== null || signalCode !== null)
      throw new Error(`sshd has ended by itself: ${exitCode ?? signalCode}`);
    const ended = once(listener, 'exit');
    // It accepts no connection meanwhile.
    process.kill(pid, 'SIGSTOP');
    for (let left = sessionsOf(pid); left.length > 0; left = sessionsOf(pid))
      for (const one of left) process.kill(one, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    this.#process = undefined;
    await ended;
  }

  startAgain(): void {
    this.#process = this.#spawn();
  }

  #spawn() {
    return spawn(SSHD, ['-D', '-e', '-f', join(this.#folder, 'sshd_config')], { stdio: 'ignore' });
  }

  async #answers(): Promise<void> {
    const attempt = () =>
      execFileSync('ssh', ['-F', this.configFile, '-oBatchMode=yes', 'any', 'echo', 'in']);
    await vi.waitFor(attempt, { timeout: 20_000, interval: 250 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cut();
    rmSync(this.#folder, { recursive: true });
  }
}
