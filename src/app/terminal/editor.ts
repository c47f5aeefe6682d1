import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { safeFileName } from '../../lib/localFiles.ts';
import { messageOf } from '../../lib/thrown.ts';
import type { Edit, EditorResult } from '../../store/cockpit.ts';
import { handleOf } from './handle.ts';
import type { Suspend, Suspendable } from './terminal.ts';

/** Signals that the terminal sends to its whole foreground process group; while an editor runs they are meant for it. */
const EDITOR_SIGNALS = ['SIGINT', 'SIGQUIT'] as const;

/** The editors that are tried where none is set; `editor` is the choice of the administrator on Debian. */
const USUAL = ['editor', 'vi', 'nano'] as const;

const NO_EDITOR = `No editor is set, and there is no ${USUAL.join(', ')}. Install one, or set VISUAL or EDITOR, such as export EDITOR=/usr/bin/mcedit, and start storedeck again.`;

const failed = (reason: string): EditorResult => ({ kind: 'failed', reason });

/**
 * Leaves the terminal's signals to the editor: Ctrl-C does not end this program, and Ctrl-Z stops it together with the
 * editor, without the usual steps for leaving the screen. Disposing restores the listeners.
 */
function leaveSignalsToEditor(process: NodeJS.Process): Disposable {
  const ignore = () => undefined;
  const held = [...EDITOR_SIGNALS, 'SIGTSTP' as const].map(
    (signal) => [signal, process.listeners(signal)] as const,
  );
  for (const [signal] of held) process.removeAllListeners(signal);
  for (const signal of EDITOR_SIGNALS) process.on(signal, ignore);
  return {
    [Symbol.dispose]() {
      for (const signal of EDITOR_SIGNALS) process.off(signal, ignore);
      for (const [signal, listeners] of held) for (const listener of listeners) process.on(signal, listener);
    },
  };
}

/**
 * Leaves the keyboard to the editor. Ink stops handling keys, but Node would still read them from the terminal, and the
 * editor would lose them. Disposing resumes reading.
 */
function leaveKeyboardToEditor(stdin: NodeJS.ReadStream): Disposable {
  const handle = handleOf(stdin);
  handle?.readStop?.();
  return { [Symbol.dispose]: () => handle?.readStart?.() };
}

/**
 * Runs the editor as git does: through the shell, so that the variable may contain options. The shell ignores Ctrl-C,
 * which is meant for the editor. Resolves with the editor's exit code, or null if a signal ended it.
 */
function run(editor: string, path: string): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn('/bin/sh', ['-c', `trap : INT QUIT; ${editor} "$1"`, 'sh', path], { stdio: 'inherit' });
  child.once('error', reject);
  child.once('exit', resolve);
  return promise;
}

/** Hands the terminal to the editor while it runs, and reads the result. */
async function edit(
  { process }: Suspendable,
  release: Suspend,
  editor: string,
  path: string,
): Promise<EditorResult> {
  const suspension = await release();
  const signals = leaveSignalsToEditor(process);
  const keyboard = leaveKeyboardToEditor(process.stdin);
  try {
    const code = await run(editor, path);
    if (code !== 0)
      return failed(`The editor ${editor} ended with ${code ?? 'a signal'}: nothing was changed.`);
    return { kind: 'edited', text: await readFile(path, 'utf8') };
  } finally {
    keyboard[Symbol.dispose]();
    signals[Symbol.dispose]();
    await suspension.resume();
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The editor that the environment names, else a usual one that is there. */
function editorIn({ VISUAL, EDITOR, PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return VISUAL || EDITOR || USUAL.find((name) => folders.some((folder) => isProgram(join(folder, name))));
}

/** Runs $VISUAL, $EDITOR or a usual editor on a file in a temporary directory that only its owner can read. */
export const createEditor =
  (host: Suspendable): Edit =>
  async (name, text) => {
    const { env } = host.process;
    const editor = editorIn(env);
    if (editor === undefined) return failed(NO_EDITOR);
    const release = host.suspend();
    if (!release) return failed('The terminal cannot be given away here.');
    const directory = await mkdtemp(join(tmpdir(), 'storedeck-'));
    try {
      const path = join(directory, safeFileName(name));
      await writeFile(path, text, { mode: 0o600 });
      return await edit(host, release, editor, path);
    } catch (error) {
      return failed(`The editor ${editor} failed: ${messageOf(error)}`);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };
