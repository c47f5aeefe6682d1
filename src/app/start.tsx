import { render, type RenderOptions } from 'ink';
import { deferredTransport, type Transport } from '../api/transport.ts';
import type { Clock } from '../lib/clock.ts';
import { copySequence } from '../lib/clipboard.ts';
import { pacedInput } from '../lib/pacedInput.ts';
import { REMOTE_ESCAPE_MS } from '../keys/escape.ts';
import { FrameOutput } from '../output/frameOutput.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { say } from '../store/view.ts';
import { App } from './App.tsx';
import { type CockpitOptions, createCockpit } from './cockpit.ts';
import { createEditor } from './editor.ts';
import { printPlain } from './plainScreen.ts';
import { keyProblems } from './keyCheck.ts';
import { screenText } from './screenText.tsx';
import type { TakenTerminal } from './takenTerminal.ts';
import { guardTerminal, onceLetGo, stopAndResume, type Suspend } from './terminal.ts';

export interface StartOptions extends Omit<
  CockpitOptions,
  'quit' | 'suspend' | 'edit' | 'transport' | 'copy' | 'showPlain' | 'draw' | 'leaveFor'
> {
  /** Called once the first frame is on the screen: making a simulated cluster takes longer than that. */
  readonly open: () => Promise<Transport>;
  readonly process: NodeJS.Process;
  readonly terminal: TakenTerminal;
  readonly clock: Clock;
  /** Whether changed cells are written, or changed lines as Ink does it. */
  readonly output: 'cells' | 'plain';
}

/** Frames a second at the most: a key is answered at once, and a burst of them is drawn as it comes. */
const MAX_FPS = 60;

/** Puts a text on the clipboard of the terminal; false where it is too large. */
function copyTo({ stdout, env }: NodeJS.Process, text: string): boolean {
  const sequence = copySequence(text, env);
  if (sequence !== undefined) stdout.write(sequence);
  return sequence !== undefined;
}

/** Says what is wrong with the operator's own keys. */
function tellProblems(cockpit: Cockpit): void {
  const problems = keyProblems(cockpit);
  if (problems.length > 0) say(cockpit.view, 'warn', problems.join('; '));
}

/** What writes the cells of a frame that changed, where that is wanted. */
function cellFrames({ output, terminal, clock, process }: StartOptions): FrameOutput | undefined {
  return output === 'cells'
    ? new FrameOutput({
        terminal: terminal.output.stream,
        clock,
        term: process.env['TERM'],
      })
    : undefined;
}

/** How Ink reads keys and writes frames. */
const inkOptions = ({ process, terminal }: StartOptions, frames: FrameOutput | undefined): RenderOptions => ({
  stdin: pacedInput(frames?.keyboard(process.stdin) ?? process.stdin),
  stdout: frames?.stream ?? terminal.output.stream,
  alternateScreen: true,
  incrementalRendering: frames === undefined,
  exitOnCtrlC: false,
  interactive: true,
  maxFps: MAX_FPS,
  patchConsole: false,
});

/** How a console ended: for good, with the exit code of the program, or for another cluster. */
export type Ended = { readonly code: number } | { readonly leftFor: string };

/** Runs the console until the operator leaves it. */
export async function startConsole(given: StartOptions): Promise<Ended> {
  const { process, terminal, open, output: _, ...options } = given;
  const frames = cellFrames(given);
  let suspend: () => Suspend | undefined = () => undefined;
  const host = {
    process,
    terminal,
    suspend: () => suspend(),
    letGo: () => frames?.leave() ?? Promise.resolve(),
  };
  const leave = Promise.withResolvers<string | undefined>();
  const opening = Promise.withResolvers<Transport>();
  // Without a way to the cluster there is nothing to show: the reason goes to the shell.
  opening.promise.catch(leave.reject);
  const transport = deferredTransport(opening.promise);
  const cockpit: Cockpit & AsyncDisposable = createCockpit({
    ...options,
    transport,
    quit: () => leave.resolve(undefined),
    leaveFor: leave.resolve,
    suspend: () => void stopAndResume(host),
    copy: (text) => copyTo(process, text),
    showPlain: (text) => void printPlain(host, text),
    draw: screenText,
    edit: createEditor(host),
  });
  const remote = process.env['SSH_TTY'] !== undefined || process.env['SSH_CONNECTION'] !== undefined;
  const instance = render(
    <App
      cockpit={cockpit}
      escapeMs={remote ? REMOTE_ESCAPE_MS : 0}
      onSuspend={(release) => {
        suspend = onceLetGo(release, host.letGo);
      }}
    />,
    inkOptions(given, frames),
  );
  using _guard = guardTerminal(instance, host);
  terminal.output.onStale = () => {
    instance.clear();
    terminal.output.erase();
    process.stdout.emit('resize');
  };
  tellProblems(cockpit);
  cockpit.logs.start();
  const gone = instance.waitUntilExit();
  void instance.waitUntilRenderFlush().then(() => open().then(opening.resolve, opening.reject));
  let leftFor: string | undefined;
  try {
    const end = await Promise.race([
      leave.promise,
      gone.then(() => undefined),
      terminal.ending.then(() => undefined),
    ]);
    leftFor = end;
  } finally {
    const deadline = terminal.hurry();
    if (leftFor !== undefined) deadline[Symbol.dispose]();
    await host.letGo();
    instance.unmount();
    await gone;
    await cockpit[Symbol.asyncDispose]();
  }
  await transport.close();
  return leftFor === undefined ? { code: 0 } : { leftFor };
}
