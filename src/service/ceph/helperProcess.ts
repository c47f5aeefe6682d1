import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../engine.ts';
import { FrameReader } from './frames.ts';

/** The version of the line protocol between this module and helper.py. */
const PROTOCOL = 1;
const FIRST_RESTART_MS = 250;
const SLOWEST_RESTART_MS = 10_000;
/** The time that the helper may take to end by itself when it is closed. */
const CLOSING_MS = 1000;
const KEPT_COMPLAINTS = 5;

/** The requests that the helper takes: a command, one of its summaries, or a call. */
export type HelperRequest =
  | {
      readonly command: Readonly<Record<string, unknown>>;
      /** `osd.N`; the monitors without it. */
      readonly target?: string;
      /** Return only these keys of the answer, or of each object in it. */
      readonly only?: readonly string[];
      /** The input of the command beside its arguments, in base64. */
      readonly input?: string;
      /** Return the answer as it is, in `payload`. */
      readonly binary?: true;
    }
  | { readonly summary: 'pg states' | 'options' }
  | {
      /** A call of librbd or libcephfs, such as `images.names`. */
      readonly call: string;
      readonly with: Readonly<Record<string, unknown>>;
      /** Bytes that the call is about. */
      readonly payload?: Uint8Array;
    };

/** The end of a command: `rc` is 0 or a negative errno, `outs` Ceph's message, `text` its output or `data` a part of it, parsed. */
export interface HelperReply {
  readonly rc: number;
  readonly outs: string;
  readonly text?: string;
  readonly data?: unknown;
  /** Bytes that the answer consists of. */
  readonly payload?: Buffer;
  /** The command was not run: no connection to the cluster could be made. */
  readonly unconnected?: boolean;
}

/** A line of the cluster log, as librados hands it over. */
export interface ClusterLogLine {
  readonly channel: string;
  /** The daemon that said it, such as `mon.a` or `osd.3`. */
  readonly name: string;
  readonly seconds: number;
  readonly microseconds: number;
  readonly seq: number;
  /** `[DBG]`, `[INF]`, `[SEC]`, `[WRN]` or `[ERR]`. */
  readonly level: string;
  readonly message: string;
}

/** The program that is started as the helper. */
export interface HelperCommand {
  readonly argv: readonly [program: string, ...args: string[]];
  /** The text that the program reads first, behind a line with the count of its bytes: its own text. */
  readonly source?: string;
}

export interface HelperOptions {
  readonly clock: Clock;
  readonly command: HelperCommand;
  /** The cluster that the helper connects to; `settings` are Ceph options that go before those of the file. */
  readonly cluster: {
    readonly conf?: string;
    readonly name: string;
    readonly settings: Readonly<Record<string, string>>;
  };
  readonly onLog: (line: ClusterLogLine) => void;
  /** A process has come up, the first or a later one: lines of the cluster log may have been missed before. */
  readonly onStart?: () => void;
}

type Message = Omit<HelperReply, 'payload'> & {
  readonly hello?: { readonly protocol: number };
  readonly log?: ClusterLogLine;
  readonly id?: number | null;
};

/** The end of a call that takes too long; it may still come to its end in the helper. */
const TOO_LATE: HelperReply = { rc: -constants.errno.ETIMEDOUT, outs: '' };

interface Waiting {
  readonly resolve: (reply: HelperReply) => void;
  readonly reject: (refusal: Refusal) => void;
  readonly timer: Disposable;
}

/**
 * Keeps one helper process running: started again with growing pauses when it ends, killed when it hangs.
 * Calls never wait for a restart; they fail with a Refusal of status 503 that says why.
 */
export class HelperProcess {
  readonly #options: HelperOptions;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcessWithoutNullStreams | undefined;
  #restart: Disposable | undefined;
  #restarts = 0;
  #lastId = 0;
  #closed = false;
  /** Why this process is being killed, when it is. */
  #blame: string | undefined;
  /** Why there is no process, when there is none. */
  #down = '';
  #complaints: string[] = [];

  constructor(options: HelperOptions) {
    this.#options = options;
    this.#start();
  }

  /** The process id, while there is a process. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The last lines that the helper and librados wrote to standard error, oldest first. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  /**
   * Rejects with a Refusal of status 503 when no reply can be had within `timeoutMs`; a call of librbd or
   * libcephfs ends with ETIMEDOUT then.
   */
  request(request: HelperRequest, timeoutMs: number): Promise<HelperReply> {
    const child = this.#child;
    if (!child) return Promise.reject(this.#unavailable());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = this.#options.clock.after(timeoutMs, () => {
        // Nothing but this ends a call that waits for a metadata server or for a placement group. Commands are
        // ended by librados' own, shorter timeouts: a process that is silent for so long hangs.
        if ('call' in request) this.#take(id)?.resolve(TOO_LATE);
        else this.#kill(child, `gave no answer within ${timeoutMs / 1000} s`);
      });
      this.#waiting.set(id, { resolve, reject, timer });
      this.#write(child, id, request, timeoutMs / 1000);
    });
  }

  #write(
    { stdin }: ChildProcessWithoutNullStreams,
    id: number,
    request: HelperRequest,
    within: number,
  ): void {
    if (!('call' in request)) {
      stdin.write(`${JSON.stringify({ id, ...request })}\n`);
      return;
    }
    const { payload, ...call } = request;
    const bytes = payload && { bytes: payload.length };
    stdin.write(`${JSON.stringify({ id, ...call, within, ...bytes })}\n`);
    if (payload) stdin.write(payload);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#restart?.[Symbol.dispose]();
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
    child.stdin.end();
    using _ = this.#options.clock.after(CLOSING_MS, () => void child.kill('SIGKILL'));
    await ended;
  }

  #start(): void {
    const { argv, source } = this.#options.command;
    const [program, ...args] = argv;
    const child = spawn(program, args, { stdio: 'pipe', env: { LC_ALL: 'C.UTF-8' } });
    this.#child = child;
    this.#blame = undefined;
    this.#complaints = [];
    child.on('error', (failure) => (this.#blame ??= `cannot be started: ${failure.message}`));
    child.on('close', (code, signal) => this.#ended(signal ?? `status ${code}`));
    // Writing to a process that has just ended fails here; `close` deals with it.
    child.stdin.on('error', () => undefined);
    const frames = new FrameReader((frame, payload) =>
      this.#receive(child, frame as unknown as Message, payload),
    );
    child.stdout.on('data', (chunk: Buffer) => this.#read(child, frames, chunk));
    createInterface({ input: child.stderr }).on('line', (line) => {
      this.#complaints = [...this.#complaints, line].slice(-KEPT_COMPLAINTS);
    });
    if (source !== undefined) child.stdin.write(`${Buffer.byteLength(source)}\n${source}`);
    child.stdin.write(`${JSON.stringify(this.#options.cluster)}\n`);
  }

  #kill(child: ChildProcess, blame: string): void {
    this.#blame ??= blame;
    child.kill('SIGKILL');
  }

  #read(child: ChildProcess, frames: FrameReader, chunk: Buffer): void {
    try {
      frames.push(chunk);
    } catch (failure) {
      if (!(failure instanceof SyntaxError)) throw failure;
      this.#kill(child, `wrote something that is not JSON: ${failure.message.trim().slice(0, 100)}`);
    }
  }

  #receive(child: ChildProcess, message: Message, payload: Buffer | undefined): void {
    if (message.log) this.#options.onLog(message.log);
    else if (message.hello) this.#greeted(child, message.hello.protocol);
    else if (typeof message.id === 'number') {
      this.#restarts = 0;
      this.#take(message.id)?.resolve(payload ? { ...message, payload } : message);
    }
  }

  #greeted(child: ChildProcess, protocol: number): void {
    if (protocol === PROTOCOL) this.#options.onStart?.();
    else this.#kill(child, `speaks version ${protocol} of the protocol, not ${PROTOCOL}`);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.timer[Symbol.dispose]();
    return waiting;
  }

  #ended(how: string): void {
    this.#child = undefined;
    this.#down = this.#blame ?? ['ended with ' + how, this.#complaints.at(-1)].filter(Boolean).join(': ');
    const refusal = this.#unavailable();
    for (const id of this.#waiting.keys()) this.#take(id)?.reject(refusal);
    if (this.#closed) return;
    const { clock } = this.#options;
    const pause = Math.min(FIRST_RESTART_MS * 2 ** this.#restarts++, SLOWEST_RESTART_MS);
    this.#restart = clock.after(pause * (0.75 + clock.random() / 2), () => this.#start());
  }

  #unavailable(): Refusal {
    const { command } = this.#options;
    const advice = /No module named 'rados'/.test(this.#down) ? '; install the package python3-rados' : '';
    return new Refusal(
      503,
      `no connection to the Ceph cluster: the helper process (${command.argv[0]}) ${this.#down}${advice}. It is started again shortly`,
    );
  }
}
