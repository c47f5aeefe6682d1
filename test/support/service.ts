import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { program } from '../../scripts/lib/project.mjs';
import type { Home } from './storedeck.ts';

/** A management service in a separate process, on a free port. */
export class Service implements AsyncDisposable {
  readonly url: string;
  readonly tokenFile: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string, tokenFile: string) {
    this.#process = process;
    this.url = url;
    this.tokenFile = tokenFile;
  }

  /**
   * Runs a serving program with Node and a token in `tokenFile`. Resolves once it prints its address, and rejects with
   * its output if it ends before.
   */
  static async run(args: readonly string[], tokenFile: string, env = process.env): Promise<Service> {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += String(chunk);
        const found = /^(?:storedeck )?service (?:.* )?on (\S+)$/m.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
    });
    return new Service(child, url, tokenFile);
  }

  /** Runs `storedeck serve` with the files of a home directory. */
  static start(home: Home, args: readonly string[], listen = '127.0.0.1:0'): Promise<Service> {
    const tokenFile = join(home.folder, 'token');
    return Service.run(
      [program, 'serve', '--listen', listen, '--token-file', tokenFile, ...args],
      tokenFile,
      { ...process.env, ...home.env },
    );
  }

  /** The arguments with which the console, or any other command, reaches the service. */
  get reach(): string[] {
    return ['--url', this.url, '--token-file', this.tokenFile];
  }

  get pid(): number {
    return this.#process.pid ?? NaN;
  }

  /** Kills the service. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGTERM');
    await once(this.#process, 'exit');
  }
}
