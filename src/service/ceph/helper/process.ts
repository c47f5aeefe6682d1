import { type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Clock } from '../../../lib/clock.ts';
import { UnknownOutcome, type Refusal } from '../../engine.ts';
import { notSent, NotSent, THE_CLUSTER } from '../client/refusal.ts';
import type { UsedAccess } from '../via/knownFailures.ts';
import { shownCommand, type Via } from '../via/via.ts';
import { killHelper, spawnHelper } from './child.ts';
import { FrameReader, writeRequest } from './frames.ts';
import { LastWords } from './lastWords.ts';
import type {
  ClusterAccess,
  ClusterLogLine,
  Helper,
  HelperCommand,
  HelperMessage,
  HelperTransport,
  HelperReply,
  HelperRequest,
} from './protocol.ts';

/** The version of the line protocol between this module and helper.py. */
const PROTOCOL = 1;
const FIRST_RESTART_MS = 250;
const MAX_RESTART_MS = 10_000;
/** The maximum delay with a `via` command: a server that refuses logins may count the attempts. */
const MAX_RESTART_VIA_MS = 30_000;
/**
 * The time that the helper may take to start, in milliseconds: the start of a container takes half a minute on a busy server, or
 * its image is downloaded first.
 */
const STARTING_MS = 180_000;
/** The status of a command whose process was killed elsewhere: 128 and the number of SIGKILL. */
const KILLED_THERE = 137;
/** The time that the helper may take to end by itself when it is closed. */
const CLOSING_MS = 1000;
/** The time of silence after which a process behind a `via` command is asked for a sign of life, and then asked again. */
const PING_MS = 500;
/**
 * The time of silence after which nothing more is sent through a `via` command: the link may come back when nobody waits for the
 * effect any more. It is longer than the content of a file takes on a slow link, behind which the sign of life waits.
 */
const NO_LINK_MS = 5000;

export interface HelperOptions {
  readonly clock: Clock;
  readonly command: HelperCommand;
  readonly cluster: ClusterAccess;
  /** The name of the cluster or server in messages. */
  readonly to?: string;
  readonly onLog: (line: ClusterLogLine) => void;
  /** The longest wait of a request for the start of the process, in milliseconds; its own timeout unless given. */
  readonly startWaitMs?: number;
  /** Called after each start of the process: lines of the cluster log may have been missed before it. */
  readonly onStart?: (transport: HelperTransport) => void;
}

/** The reply for a call that takes too long; the helper may still complete it. */
const TOO_LATE: HelperReply = { rc: -constants.errno.ETIMEDOUT, outs: '', late: true };

interface PendingRequest {
  /** Passes the request to the process, once that has started. */
  readonly send: () => void;
  readonly resolve: (reply: HelperReply) => void;
  readonly reject: (refusal: Refusal) => void;
  /** Runs out while the request waits for the start of the process, or for its reply. */
  timer: Disposable;
}

/**
 * Keeps a helper process running: restarts it with growing delays when it ends, and kills it when it hangs. Requests do
 * not wait for a restart; they are refused with status 503 and the reason.
 */
export class HelperProcess implements Helper {
  readonly used: UsedAccess;
  readonly to: string | undefined;
  readonly #options: HelperOptions;
  readonly #pending = new Map<number, PendingRequest>();
  #child: ChildProcessWithoutNullStreams | undefined;
  #restart: Disposable | undefined;
  #restarts = 0;
  #lastId = 0;
  #closed = false;
  /** The present process has sent its hello message. */
  #greeted = false;
  /** The time at which the present process was started, in elapsed milliseconds. */
  #startedAt = 0;
  /** The time since which the present process owes something: its last output or the first open request, in elapsed milliseconds. */
  #heardAt = 0;
  /** The reason why the present process is being killed, if it is. */
  #killReason: string | undefined;
  #ping: Disposable | undefined;
  /** The reason why the last process ended; empty if none has. */
  #downReason = '';
  #lastWords = new LastWords();

  constructor(options: HelperOptions) {
    this.#options = options;
    this.used = options.cluster ?? {};
    this.to = options.to;
    this.#start();
  }

  /** The id of the present process, if there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get via(): Via | undefined {
    return this.#options.command.via;
  }

  get starting(): boolean {
    return this.#child !== undefined && !this.#greeted;
  }

  get silentMs(): number {
    return this.#pending.size === 0 ? 0 : this.#options.clock.elapsed() - this.#heardAt;
  }

  get downReason(): string {
    return this.#downReason;
  }

  /** The last lines that the helper and librados wrote to standard error, the oldest first. */
  get complaints(): readonly string[] {
    return this.#lastWords.lines;
  }

  /**
   * Sends a request. Rejects with a Refusal of status 503 if there is no reply within `timeoutMs`; for a call of librbd
   * or libcephfs, and for a command to the manager, the reply is ETIMEDOUT instead. Rejects with NotSent if it was not sent.
   */
  request(request: HelperRequest, timeoutMs: number): Promise<HelperReply> {
    const child = this.#child;
    if (!child) return Promise.reject(new NotSent(this.#unavailable()));
    if (this.#greeted && this.via !== undefined && this.silentMs >= NO_LINK_MS)
      return Promise.reject(notSent(this));
    const { clock, startWaitMs = timeoutMs } = this.#options;
    const id = ++this.#lastId;
    if (this.#pending.size === 0) this.#heardAt = clock.elapsed();
    return new Promise((resolve, reject) => {
      const late = () => {
        // A call may wait for a metadata server or a placement group, and has no other timeout than this. Most commands have
        // shorter timeouts in librados, so a process that does not answer one in time hangs.
        if ('call' in request || ('target' in request && request.target === 'mgr'))
          this.#take(id)?.resolve(TOO_LATE);
        else this.#kill(child, `did not answer within ${timeoutMs / 1000} s`);
      };
      const unstarted = () => {
        if (this.#mayStart()) this.#take(id)?.reject(notSent(this));
        else this.#kill(child, `did not start within ${STARTING_MS / 1000} s`);
      };
      const pending: PendingRequest = {
        resolve,
        reject,
        send: () => {
          pending.timer[Symbol.dispose]();
          pending.timer = clock.after(timeoutMs, late);
          writeRequest(child.stdin, id, request, timeoutMs / 1000);
        },
        timer: clock.after(Math.min(timeoutMs, startWaitMs), unstarted),
      };
      this.#pending.set(id, pending);
      if (this.#greeted) pending.send();
      if (this.via !== undefined) this.#ping ??= this.#pingLater();
    });
  }

  /** Asks for a sign of life for as long as requests are open and nothing comes, so that silence means that the link is cut. */
  #pingLater(): Disposable {
    return this.#options.clock.after(PING_MS, () => {
      const isOpen = this.#pending.size > 0;
      if (isOpen && this.#greeted && this.silentMs >= PING_MS) this.#child?.stdin.write('{"ping": true}\n');
      this.#ping = isOpen ? this.#pingLater() : undefined;
    });
  }

  /** True as long as the present process may take to start. */
  #mayStart(): boolean {
    return this.#options.clock.elapsed() - this.#startedAt < STARTING_MS;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#restart?.[Symbol.dispose]();
    this.#ping?.[Symbol.dispose]();
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
    child.stdin.end();
    using _ = this.#options.clock.after(CLOSING_MS, () => killHelper(child, this.via));
    await ended;
  }

  #start(): void {
    const { clock, command } = this.#options;
    const child = spawnHelper(command);
    this.#child = child;
    this.#killReason = undefined;
    this.#lastWords = new LastWords();
    this.#greeted = false;
    this.#startedAt = this.#heardAt = clock.elapsed();
    child.on('error', (failure: NodeJS.ErrnoException) => {
      this.#killReason ??=
        failure.code === 'ENOENT'
          ? 'is not installed on this machine'
          : `cannot be started: ${failure.message}`;
    });
    // A background process, such as a shared ssh connection, may keep the pipes open.
    let closing: Disposable | undefined;
    child.on('exit', () => {
      closing = clock.after(CLOSING_MS, () => [child.stdout, child.stderr].forEach((pipe) => pipe.destroy()));
    });
    child.on('close', (code, signal) => {
      closing?.[Symbol.dispose]();
      this.#ended(signal ?? `status ${code}${code === KILLED_THERE ? ' (killed there)' : ''}`);
    });
    // Writing to a process that has just ended causes this error; the `close` event handles that.
    child.stdin.on('error', () => undefined);
    const frames = new FrameReader(
      (frame, payload) => this.#receive(child, frame as unknown as HelperMessage, payload),
      (line) => this.#isNoise(line),
    );
    child.stdout.on('data', (chunk: Buffer) => this.#read(child, frames, chunk));
    createInterface({ input: child.stderr }).on('line', (line) => this.#complain(line));
    if (command.first !== undefined) child.stdin.write(command.first);
    child.stdin.write(`${JSON.stringify(this.#options.cluster)}\n`);
  }

  #complain(line: string): void {
    this.#lastWords = this.#lastWords.with(line);
  }

  /** True if a line comes from another program, such as a login shell that a `via` command starts. */
  #isNoise(line: string): boolean {
    const isNoise = !this.#greeted && this.via !== undefined;
    if (isNoise) this.#complain(line);
    return isNoise;
  }

  #kill(child: ChildProcess, reason: string): void {
    this.#killReason ??= reason;
    killHelper(child, this.via);
  }

  #read(child: ChildProcess, frames: FrameReader, chunk: Buffer): void {
    this.#heardAt = this.#options.clock.elapsed();
    try {
      frames.push(chunk);
    } catch (failure) {
      if (!(failure instanceof SyntaxError)) throw failure;
      this.#kill(child, `wrote something that is not JSON: ${failure.message.trim().slice(0, 100)}`);
    }
  }

  #receive(child: ChildProcess, message: HelperMessage, payload: Buffer | undefined): void {
    if (message.log) this.#options.onLog(message.log);
    else if (message.hello) this.#greet(child, message.hello);
    else if (typeof message.id === 'number') {
      this.#restarts = 0;
      this.#take(message.id)?.resolve(payload ? { ...message, payload } : message);
    }
  }

  #greet(child: ChildProcess, { protocol, by = 'librados' }: NonNullable<HelperMessage['hello']>): void {
    this.#greeted = true;
    if (protocol !== PROTOCOL)
      return this.#kill(child, `speaks version ${protocol} of the protocol, not ${PROTOCOL}`);
    // Requests that were refused meanwhile are not sent: nobody expects them to be carried out any more.
    for (const { send } of this.#pending.values()) send();
    this.#options.onStart?.(by);
  }

  #take(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.timer[Symbol.dispose]();
    return pending;
  }

  #ended(how: string): void {
    this.#child = undefined;
    this.#downReason = this.#lastWords.endOf(this.#options, how, this.#greeted, this.#killReason);
    const why = this.#unavailable();
    const refusal = this.#greeted ? new UnknownOutcome(why) : new NotSent(why);
    for (const id of this.#pending.keys()) this.#take(id)?.reject(refusal);
    if (this.#closed) return;
    const { clock } = this.#options;
    const maxDelay = this.via ? MAX_RESTART_VIA_MS : MAX_RESTART_MS;
    const delay = Math.min(FIRST_RESTART_MS * 2 ** this.#restarts++, maxDelay);
    this.#restart = clock.after(delay * (0.75 + clock.random() / 2), () => this.#start());
  }

  #unavailable(): string {
    const by = this.via ? ` by \`${shownCommand(this.via)}\`` : '';
    return `no connection to ${this.to ?? THE_CLUSTER}${by}: ${this.#downReason}. Retrying shortly`;
  }
}
