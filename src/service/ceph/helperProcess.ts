import { type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../engine.ts';
import { FrameReader } from './frames.ts';
import { killHelper, spawnHelper } from './helperChild.ts';
import type {
  ClusterAccess,
  ClusterLogLine,
  Helper,
  HelperCommand,
  HelperMeans,
  HelperReply,
  HelperRequest,
} from './helperProtocol.ts';
import { lackIn, quotedLine } from './place/lacks.ts';
import { shownCommand, type ReachedPlace } from './place/place.ts';

/** The version of the line protocol between this module and helper.py. */
const PROTOCOL = 1;
const FIRST_RESTART_MS = 250;
const SLOWEST_RESTART_MS = 10_000;
/** A place that does not let this program in may count the attempts. */
const SLOWEST_AT_PLACE_MS = 30_000;
/** The time that the helper may take to end by itself when it is closed. */
const CLOSING_MS = 1000;
const KEPT_COMPLAINTS = 5;

export interface HelperOptions {
  readonly clock: Clock;
  readonly command: HelperCommand;
  readonly cluster: ClusterAccess;
  /** The thing that the helper leads to, in words. */
  readonly to?: string;
  readonly onLog: (line: ClusterLogLine) => void;
  /** A process has come up, the first or a later one: lines of the cluster log may have been missed before. */
  readonly onStart?: (means: HelperMeans) => void;
}

type Message = Omit<HelperReply, 'payload'> & {
  readonly hello?: { readonly protocol: number; readonly by?: HelperMeans };
  readonly log?: ClusterLogLine;
  readonly id?: number | null;
};

/** The end of a call that takes too long; it may still come to its end in the helper. */
const TOO_LATE: HelperReply = { rc: -constants.errno.ETIMEDOUT, outs: '', late: true };

interface Waiting {
  readonly resolve: (reply: HelperReply) => void;
  readonly reject: (refusal: Refusal) => void;
  readonly timer: Disposable;
}

/**
 * Keeps one helper process running: started again with growing pauses when it ends, killed when it hangs.
 * Calls never wait for a restart; they fail with a Refusal of status 503 that says why.
 */
export class HelperProcess implements Helper {
  readonly #options: HelperOptions;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcessWithoutNullStreams | undefined;
  #restart: Disposable | undefined;
  #restarts = 0;
  #lastId = 0;
  #closed = false;
  /** True once this process has said that it is the helper. */
  #greeted = false;
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

  get place(): ReachedPlace | undefined {
    return this.#options.command.place;
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
    using _ = this.#options.clock.after(CLOSING_MS, () => killHelper(child));
    await ended;
  }

  #start(): void {
    const { command } = this.#options;
    const child = spawnHelper(command);
    this.#child = child;
    this.#blame = undefined;
    this.#complaints = [];
    this.#greeted = false;
    child.on('error', (failure: NodeJS.ErrnoException) => {
      this.#blame ??=
        failure.code === 'ENOENT' ? 'is not on this machine' : `cannot be started: ${failure.message}`;
    });
    // What goes on in the background, as a shared connection of ssh, may hold the pipes open.
    child.on('exit', () =>
      this.#options.clock.after(CLOSING_MS, () =>
        [child.stdout, child.stderr].forEach((pipe) => pipe.destroy()),
      ),
    );
    child.on('close', (code, signal) => this.#ended(signal ?? `status ${code}`));
    // Writing to a process that has just ended fails here; `close` deals with it.
    child.stdin.on('error', () => undefined);
    const frames = new FrameReader(
      (frame, payload) => this.#receive(child, frame as unknown as Message, payload),
      (line) => this.#isNoise(line),
    );
    child.stdout.on('data', (chunk: Buffer) => this.#read(child, frames, chunk));
    createInterface({ input: child.stderr }).on('line', (line) => this.#complain(line));
    if (command.first !== undefined) child.stdin.write(command.first);
    child.stdin.write(`${JSON.stringify(this.#options.cluster)}\n`);
  }

  #complain(line: string): void {
    // Python's prompt stands before what comes first.
    const said = line.replace(/^(?:>>> )+/, '');
    if (said.trim() !== '') this.#complaints = [...this.#complaints, said].slice(-KEPT_COMPLAINTS);
  }

  /** Another program may say something on the way to a place, as a shell that is started there does. */
  #isNoise(line: string): boolean {
    const counts = this.#greeted || this.place === undefined;
    if (!counts) this.#complain(line);
    return !counts;
  }

  #kill(child: ChildProcess, blame: string): void {
    this.#blame ??= blame;
    killHelper(child);
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
    else if (message.hello) this.#greet(child, message.hello);
    else if (typeof message.id === 'number') {
      this.#restarts = 0;
      this.#take(message.id)?.resolve(payload ? { ...message, payload } : message);
    }
  }

  #greet(child: ChildProcess, { protocol, by = 'librados' }: NonNullable<Message['hello']>): void {
    this.#greeted = true;
    if (protocol === PROTOCOL) this.#options.onStart?.(by);
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
    const last = this.#complaints.at(-1);
    const end = this.#blame ?? ['ended with ' + how, last && quotedLine(last)].filter(Boolean).join(': ');
    const lack = lackIn([end, ...this.#complaints], this.place);
    this.#down = lack ?? `${this.#options.command.argv[0]} ${end}`;
    const refusal = this.#unavailable();
    for (const id of this.#waiting.keys()) this.#take(id)?.reject(refusal);
    if (this.#closed) return;
    const { clock } = this.#options;
    const slowest = this.place ? SLOWEST_AT_PLACE_MS : SLOWEST_RESTART_MS;
    const pause = Math.min(FIRST_RESTART_MS * 2 ** this.#restarts++, slowest);
    this.#restart = clock.after(pause * (0.75 + clock.random() / 2), () => this.#start());
  }

  #unavailable(): Refusal {
    const place = this.place;
    const by = place ? ` by \`${shownCommand(place)}\`` : '';
    const { to = 'the Ceph cluster' } = this.#options;
    return new Refusal(503, `no connection to ${to}${by}: ${this.#down}. It is tried again shortly`);
  }
}
