import { type Instance, render, type RenderOptions } from 'ink';
import { deferredTransport, type Transport } from '../api/transport.ts';
import { ESCAPE_MS, REMOTE_ESCAPE_MS } from '../keys/escape.ts';
import { withoutMouse } from '../keys/mouseInput.ts';
import { pacedInput } from '../keys/pacedInput.ts';
import { copySequence } from '../lib/clipboard.ts';
import type { Clock } from '../lib/clock.ts';
import { isRemote } from '../lib/environment.ts';
import { limitHeap } from '../lib/heapLimit.ts';
import { FrameOutput } from '../output/frameOutput.ts';
import type { Cockpit, Known, Shown } from '../store/cockpit.ts';
import { recoveryProgress, watchWorsening } from '../store/facts/worsening.ts';
import { say } from '../store/session/view.ts';
import { App } from './App.tsx';
import { type CockpitOptions, createCockpit } from './cockpit.ts';
import { keepCrashReport } from './crash/facts.ts';
import { keyProblems } from './keys/check.ts';
import { handleMouse } from './keys/pointer.ts';
import { screenText } from './screenText.tsx';
import { createEditor } from './terminal/editor.ts';
import { MouseMode } from './terminal/mouseMode.ts';
import { printPlain } from './terminal/plainScreen.ts';
import type { TerminalSession } from './terminal/session.ts';
import { type SignalOptions, TerminalSignals } from './terminal/signals.ts';
import { type Guard, guardTerminal, onceQuiesced, stopAndResume, type Suspend } from './terminal/terminal.ts';

export interface StartOptions extends Omit<
  CockpitOptions,
  | 'mouse'
  | 'quit'
  | 'suspend'
  | 'edit'
  | 'transport'
  | 'copy'
  | 'showPlain'
  | 'redraw'
  | 'draw'
  | 'leaveFor'
  | 'restart'
> {
  /** Opens the connection. Called after the first frame is drawn, because creating a simulated cluster takes longer. */
  readonly open: () => Promise<Transport>;
  readonly process: NodeJS.Process;
  readonly terminal: TerminalSession;
  readonly clock: Clock;
  /** True if the mouse is on from the start. */
  readonly mouse: boolean;
  /** Bell, notification and tab progress. */
  readonly signals: SignalOptions;
  /** `cells` writes only changed cells; `plain` writes changed lines, as Ink does. */
  readonly output: 'cells' | 'plain';
  /** Shows the terminal's cursor at the input focus. With `cells` the cursor is placed there even when it is hidden. */
  readonly showsCursor: boolean;
}

/** Maximum frames per second: a key pressed right after a frame waits 5 ms at most. */
const MAX_FPS = 200;

/** Copies a text to the terminal's clipboard; returns false if it is too large. */
function copyTo({ stdout, env }: NodeJS.Process, text: string): boolean {
  const sequence = copySequence(text, env);
  if (sequence !== undefined) stdout.write(sequence);
  return sequence !== undefined;
}

/** Shows a notice about invalid keys in the operator's configuration. */
function reportKeyProblems(cockpit: Cockpit): void {
  const problems = keyProblems(cockpit);
  if (problems.length > 0) say(cockpit.view, 'warn', problems.join('; '));
}

/** The output that writes only changed cells; undefined if the option says `plain`. */
function cellFrames(
  { output, showsCursor, clock, look, process }: StartOptions,
  terminal: NodeJS.WriteStream,
  onRoundTrip: (ms: number) => void,
): FrameOutput | undefined {
  return output === 'cells'
    ? new FrameOutput({
        terminal,
        clock,
        term: process.env['TERM'],
        links: look.links,
        showsCursor,
        onRoundTrip,
      })
    : undefined;
}

/** Ink's options: the streams it reads keys from and writes frames to, and its frame rate. */
const inkOptions = (
  stdin: NodeJS.ReadStream,
  frames: FrameOutput | undefined,
  stream: NodeJS.WriteStream,
): RenderOptions => ({
  stdin,
  stdout: frames?.stream ?? stream,
  alternateScreen: true,
  incrementalRendering: frames === undefined,
  exitOnCtrlC: false,
  interactive: true,
  maxFps: MAX_FPS,
  patchConsole: false,
});

/** Alerts the operator when the cluster gets worse and shows recovery progress in the tab, each if enabled. */
function alertOperator(
  { cache: { store }, facts, clock, context }: Known & Shown,
  signals: TerminalSignals,
  { bell, notify, tabProgress }: SignalOptions,
): Disposable {
  const calls = new DisposableStack();
  if (bell || notify !== 'off')
    calls.use(watchWorsening({ store, facts, clock }, (text) => signals.alert(context.name, text)));
  const progress = recoveryProgress(facts);
  if (tabProgress) calls.defer(store.subscribe(() => signals.progress(progress())));
  return calls;
}

/** Redraws the whole frame when the screen no longer matches what Ink wrote last. */
function redrawAll(instance: Instance, { terminal, process }: StartOptions): void {
  instance.clear();
  terminal.output.erase();
  process.stdout.emit('resize');
}

/**
 * The result of a console run: the exit code of the program, the name of the cluster to switch to, or why the same context
 * must be opened again.
 */
export type Ended =
  | { readonly code: number }
  | { readonly leftFor: string }
  | { readonly restartBecause: string };

const QUIT: Ended = { code: 0 };

/** The transport to the cluster. `begin` opens it; requests wait until then. */
function delayedTransport(open: StartOptions['open'], onFailure: (reason: unknown) => void) {
  const opening = Promise.withResolvers<Transport>();
  opening.promise.catch(onFailure);
  return {
    transport: deferredTransport(opening.promise),
    begin: () => void open().then(opening.resolve, opening.reject),
  };
}

/** Resolves when the program must end for another reason than a key press: Ink has exited, or a signal arrived. */
const ended = ({ gone }: Guard, { ending }: TerminalSession): Promise<Ended> =>
  Promise.race([gone, ending]).then(() => QUIT);

/** Restores the shell's screen and closes everything that is still open. */
async function close(instance: Instance, { gone }: Guard, cockpit: AsyncDisposable): Promise<void> {
  instance.unmount();
  await gone;
  await cockpit[Symbol.asyncDispose]();
}

/** Runs the console until the operator quits or switches to another cluster. */
export async function startConsole(given: StartOptions): Promise<Ended> {
  limitHeap('console');
  const { process, terminal, open, output: _, showsCursor: __, mouse: wantsMouse, ...options } = given;
  const mouse = new MouseMode(terminal.output.stream, wantsMouse);
  const signals = new TerminalSignals(mouse.stream, process.env, given.signals);
  using frames = cellFrames(given, signals.stream, (ms) => cockpit.link.measured(ms));
  let suspend: () => Suspend | undefined = () => undefined;
  const host = {
    process,
    terminal,
    suspend: () => suspend(),
    quiesce: () => {
      mouse.release();
      return frames?.leave() ?? Promise.resolve();
    },
  };
  const leave = Promise.withResolvers<Ended>();
  // If the connection cannot be opened, the console ends and prints the reason in the shell.
  const { transport, begin } = delayedTransport(open, leave.reject);
  const cockpit: Cockpit & AsyncDisposable = createCockpit({
    ...options,
    transport,
    mouse,
    quit: () => leave.resolve(QUIT),
    leaveFor: (leftFor) => leave.resolve({ leftFor }),
    restart: (restartBecause) => leave.resolve({ restartBecause }),
    suspend: () => void stopAndResume(host),
    copy: (text) => copyTo(process, text),
    showPlain: (text) => void printPlain(host, text),
    redraw: () => redrawAll(instance, given),
    draw: screenText,
    edit: createEditor(host),
  });
  const keyboard = withoutMouse(frames?.keyboard(process.stdin) ?? process.stdin, {
    clock: given.clock,
    expected: () => mouse.mayReport,
    onEvent: (event) => handleMouse(cockpit, event),
  });
  const paced = pacedInput(keyboard, {
    clock: given.clock,
    escapeMs: isRemote(process.env) ? REMOTE_ESCAPE_MS : ESCAPE_MS,
  });
  const instance = render(
    <App
      cockpit={cockpit}
      onSuspend={(release) => {
        suspend = onceQuiesced(release, host.quiesce);
      }}
    />,
    inkOptions(paced, frames, signals.stream),
  );
  using guard = guardTerminal(instance, { ...host, keyboard }, (reason) =>
    keepCrashReport(cockpit, process, reason),
  );
  terminal.output.onStale = () => redrawAll(instance, given);
  using _watch = alertOperator(cockpit, signals, given.signals);
  reportKeyProblems(cockpit);
  cockpit.logs.start();
  void instance.waitUntilRenderFlush().then(begin);
  let result = QUIT;
  try {
    result = await Promise.race([leave.promise, ended(guard, terminal)]);
  } finally {
    const deadline = terminal.exitSoon();
    if (!('code' in result)) deadline[Symbol.dispose]();
    await host.quiesce();
    await close(instance, guard, cockpit);
  }
  await transport.close();
  return result;
}
