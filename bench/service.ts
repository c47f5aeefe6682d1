import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { program } from '../scripts/lib/project.mjs';

/** A management service in a process of its own. */
export class Service implements AsyncDisposable {
  readonly url: string;
  readonly tokenFile: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string, tokenFile: string) {
    this.#process = process;
    this.url = url;
    this.tokenFile = tokenFile;
  }

  static async #start(
    folder: string,
    name: string,
    args: (tokenFile: string) => readonly string[],
  ): Promise<Service> {
    const tokenFile = join(folder, `${name}.token`);
    const service = spawn(process.execPath, [...args(tokenFile)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let complaints = '';
    service.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    for await (const line of createInterface({ input: service.stdout })) {
      const url = / on (http:\S+)/.exec(line)?.[1];
      if (url !== undefined) return new Service(service, url, tokenFile);
    }
    throw new Error(`the service "${name}" ended before it answered:\n${complaints}`);
  }

  /** A simulated cluster of `osds` OSDs where nothing is wrong. Its files go to `folder`. */
  static simulated(folder: string, osds: number): Promise<Service> {
    const serve = [program, 'serve', '--engine', 'sim', '--scale', String(osds), '--scenario', 'calm'];
    return Service.#start(folder, `sim-${osds}`, (tokenFile) => [
      ...serve,
      '--listen',
      '127.0.0.1:0',
      '--token-file',
      tokenFile,
    ]);
  }

  /** A real cluster. */
  static ceph(folder: string, conf: string): Promise<Service> {
    const serve = [program, 'serve', '--engine', 'ceph', '--conf', conf, '--data', join(folder, 'ceph')];
    return Service.#start(folder, 'ceph', (tokenFile) => [
      ...serve,
      '--listen',
      '127.0.0.1:0',
      '--token-file',
      tokenFile,
    ]);
  }

  /** A simulated cluster whose log runs at `linesPerSecond` until it has `lines`. */
  static flooding(folder: string, linesPerSecond: number, osds = 60, lines = Infinity): Promise<Service> {
    return Service.#start(folder, 'flood', (tokenFile) => [
      join(import.meta.dirname, 'flood.ts'),
      String(linesPerSecond),
      tokenFile,
      String(osds),
      String(lines),
    ]);
  }

  get pid(): number {
    return this.#process.pid ?? Number.NaN;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }
}
