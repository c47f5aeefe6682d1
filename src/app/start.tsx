import { render } from 'ink';
import { deferredTransport, type Transport } from '../api/transport.ts';
import type { Clock } from '../lib/clock.ts';
import { pacedInput } from '../lib/pacedInput.ts';
import { REMOTE_ESCAPE_MS } from '../keys/escape.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { App } from './App.tsx';
import { type CockpitOptions, createCockpit } from './cockpit.ts';
import { guardTerminal, stopAndResume, type Suspend } from './terminal.ts';

export interface StartOptions extends Omit<CockpitOptions, 'quit' | 'suspend' | 'transport'> {
  /** Called once the first frame is on the screen: making a simulated cluster takes longer than that. */
  readonly open: () => Promise<Transport>;
  readonly process: NodeJS.Process;
  readonly clock: Clock;
}

/** Frames a second at the most: a key is answered at once, and a burst of them is drawn as it comes. */
const MAX_FPS = 60;

/** Runs the console until the operator leaves it. Returns the exit code. */
export async function startConsole({ process, open, ...options }: StartOptions): Promise<number> {
  let suspend: Suspend | undefined;
  const host = { process, suspend: () => suspend };
  const leave = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<Transport>();
  // Without a way to the cluster there is nothing to show: the reason goes to the shell.
  opening.promise.catch(leave.reject);
  const transport = deferredTransport(opening.promise);
  const cockpit: Cockpit & AsyncDisposable = createCockpit({
    ...options,
    transport,
    quit: leave.resolve,
    suspend: () => void stopAndResume(host),
  });
  const remote = process.env['SSH_TTY'] !== undefined || process.env['SSH_CONNECTION'] !== undefined;
  const instance = render(
    <App
      cockpit={cockpit}
      escapeMs={remote ? REMOTE_ESCAPE_MS : 0}
      onSuspend={(given) => {
        suspend = given;
      }}
    />,
    {
      stdin: pacedInput(process.stdin),
      alternateScreen: true,
      incrementalRendering: true,
      exitOnCtrlC: false,
      interactive: true,
      maxFps: MAX_FPS,
      patchConsole: false,
    },
  );
  using _guard = guardTerminal(instance, host);
  cockpit.logs.start();
  const gone = instance.waitUntilExit();
  void instance.waitUntilRenderFlush().then(() => open().then(opening.resolve, opening.reject));
  try {
    await Promise.race([leave.promise, gone]);
  } finally {
    instance.unmount();
    await gone;
    await cockpit[Symbol.asyncDispose]();
  }
  await transport.close();
  return 0;
}
