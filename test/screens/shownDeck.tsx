import { render } from 'ink';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { ShellReach } from '../../src/api/curl.ts';
import type { Transport } from '../../src/api/transport.ts';
import { App } from '../../src/app/App.tsx';
import { createCockpit } from '../../src/app/cockpit.ts';
import { runCommand } from '../../src/app/commandLine/commands.ts';
import { layersOf } from '../../src/app/keys/layers.ts';
import { screenText } from '../../src/app/screenText.tsx';
import { dispatch } from '../../src/keys/binding.ts';
import type { Custom } from '../../src/lib/custom.ts';
import { createLook, type Look } from '../../src/lib/look.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import type { Engine } from '../../src/service/engine.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import type { Cockpit, Edit } from '../../src/store/cockpit.ts';
import { fakeClock, type FakeClock } from '../support/fakeClock.ts';

/** A stand-in for the terminal's screen, which keeps the last frame. */
class Output extends EventEmitter {
  readonly isTTY = true;
  frame = '';
  columns: number;
  rows: number;

  constructor(columns: number, rows: number) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  write(text: string, written?: () => void): boolean {
    // The frame stands after the sequences that erase the one before.
    const frame = text.replace(/^(?:\x1b\[[\d;?]*[A-HJ-Zfhln])+/, '');
    if (frame !== '') this.frame = frame;
    written?.();
    return true;
  }
}

/** A stand-in for the terminal's keyboard. */
class Input extends EventEmitter {
  readonly isTTY = true;
  readonly #chunks: string[] = [];

  send(text: string): void {
    this.#chunks.push(text);
    this.emit('readable');
  }

  read(): string | null {
    return this.#chunks.shift() ?? null;
  }

  setEncoding(): void {}
  setRawMode(): void {}
  resume(): void {}
  pause(): void {}
  ref(): void {}
  unref(): void {}
}

export interface DeckOptions {
  readonly scenario?: string;
  /** The number of OSDs of the simulated cluster, 60 by default. */
  readonly scale?: number;
  readonly columns: number;
  readonly rows: number;
  readonly look?: Look;
  /** Changes the answers of the simulated cluster. */
  readonly engine?: (engine: Engine) => Engine;
  /** Changes the transport to the service, which answers at once by default. */
  readonly wrap?: (transport: Transport) => Transport;
  readonly readOnly?: 'no' | 'asked' | 'forced';
  /** The operator's keys, aliases and actions. */
  readonly custom?: Custom;
  /** The directory of files that the program keeps, none by default. */
  readonly folder?: string;
  /** The file of the view settings, none by default. */
  readonly viewsFile?: string;
  /** A stand-in for the operator's editor, none by default. */
  readonly edit?: Edit;
  /** The way in which a shell reaches the service, none by default. */
  readonly shell?: ShellReach;
  /** The mouse, off by default. */
  readonly mouse?: boolean;
}

/** The whole console on a fake clock, over the simulated cluster with seed 1, drawn without a terminal. */
export interface ShownDeck extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly cockpit: Cockpit;
  /** Texts that were copied to the clipboard, and texts that were shown as plain text. */
  readonly copied: readonly string[];
  readonly plain: readonly string[];
  /** Requests of the console to the program around it: quit, stop, redraw. */
  readonly asked: readonly string[];
  /** The frame once all pending work has settled. */
  frame(): Promise<string>;
  /** Presses keys by their names, one by one. */
  press(...names: readonly string[]): Promise<void>;
  /** Sends bytes as a keyboard does, character by character. */
  type(text: string): Promise<void>;
  /** Sends bytes in one chunk: a burst from a slow link, or a paste. */
  send(bytes: string): Promise<void>;
  /** Runs a command on the `:` line. */
  command(line: string): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
}

/** React, Ink and the reads of the cluster need turns of the event loop, but no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

/** Requests that are still under way after so many turns are those of a service that does not answer. */
const MOST_TURNS = 200;

/**
 * Waits until the service has answered what was asked, and what was asked because of the answers, so that no frame depends on
 * which answer comes first.
 */
async function answered({ requests }: Pick<Cockpit, 'requests'>): Promise<void> {
  const isUnderWay = () =>
    requests.list().some(({ status, failure }) => status === undefined && failure === undefined);
  let turns = 0;
  let last: number | undefined;
  while (turns < MOST_TURNS && last !== requests.list()[0]?.number) {
    last = requests.list()[0]?.number;
    for (; turns < MOST_TURNS && isUnderWay(); turns++) await setImmediate();
    await settle();
  }
}

const noEditor = () => Promise.resolve({ kind: 'failed', reason: 'No editor is set.' } as const);
const noAudit = { write: () => undefined, close: () => Promise.resolve() };

/** So few that most frames are drawn only when a test asks for one. Ink keeps a timer of one frame after the end. */
const FRAMES_PER_SECOND = 1;

export async function showDeck(options: DeckOptions): Promise<ShownDeck> {
  const { scenario = 'demo', scale, columns, rows, readOnly = 'no' } = options;
  const { engine = (same) => same, wrap = (same) => same } = options;
  const clock = fakeClock();
  const copied: string[] = [];
  const plain: string[] = [];
  const asked: string[] = [];
  const cockpit = createCockpit({
    transport: wrap(
      embeddedTransport(engine(createSimEngine({ clock, scenario, seed: 1, ...(scale && { scale }) }))),
    ),
    clock,
    look: options.look ?? createLook({ depth: '256', unicode: true, theme: 'dark' }),
    context: {
      name: 'demo',
      address: 'simulated cluster',
      demo: true,
      production: false,
      deletePhrase: '',
      ...(options.shell && { shell: options.shell }),
    },
    readOnly,
    utc: true,
    logLines: 10_000,
    openAudit: () => noAudit,
    quit: () => void asked.push('quit'),
    suspend: () => void asked.push('suspend'),
    redraw: () => void asked.push('redraw'),
    edit: options.edit ?? noEditor,
    ...(options.custom && { custom: options.custom }),
    folder: options.folder ?? '/nonexistent',
    mouse: { isOn: options.mouse ?? false, set: (isOn) => void asked.push(`mouse ${isOn ? 'on' : 'off'}`) },
    ...(options.viewsFile !== undefined && { viewsFile: options.viewsFile }),
    copy(text) {
      if (text.length > 50_000) return false;
      copied.push(text);
      return true;
    },
    showPlain: (text) => void plain.push(text),
    draw: screenText,
  });
  const stdout = new Output(columns, rows);
  const stdin = new Input();
  const instance = render(<App cockpit={cockpit} onSuspend={() => undefined} />, {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    maxFps: FRAMES_PER_SECOND,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  cockpit.logs.start();
  await settle();
  return {
    clock,
    cockpit,
    copied,
    plain,
    asked,
    async frame() {
      await settle();
      await answered(cockpit);
      await instance.waitUntilRenderFlush();
      return stdout.frame;
    },
    async press(...names) {
      for (const name of names) {
        dispatch(layersOf(cockpit), { name, alone: true });
        await settle();
      }
    },
    async type(text) {
      for (const character of text) {
        stdin.send(character);
        await settle();
      }
    },
    async send(bytes) {
      stdin.send(bytes);
      await settle();
    },
    async command(line) {
      runCommand(cockpit, line);
      await settle();
    },
    async resize(width, height) {
      stdout.columns = width;
      stdout.rows = height;
      stdout.emit('resize');
      await settle();
    },
    async [Symbol.asyncDispose]() {
      instance.unmount();
      instance.cleanup();
      await cockpit[Symbol.asyncDispose]();
    },
  };
}
