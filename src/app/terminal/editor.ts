import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { safeFileName } from '../../lib/localFiles.ts';
import { messageOf } from '../../lib/thrown.ts';
import type { Edit, EditorResult } from '../../store/cockpit.ts';
import type { Suspend } from './terminal.ts';

interface Host {
  readonly process: NodeJS.Process;
  readonly suspend: () => Suspend | undefined;
}

/** Signals that the terminal sends to all of its foreground: while an editor has it, they are the editor's. */
const EDITORS_OWN = ['SIGINT', 'SIGQUIT'] as const;

const NO_EDITOR =
  'No editor is set. Set VISUAL or EDITOR, such as export EDITOR=vi, and start storedeck again.';

const failed = (reason: string): EditorResult => ({ kind: 'failed', reason });

/**
 * Leaves the signals of the terminal to the editor: Ctrl-C does not end this program, and Ctrl-Z stops it as it
 * does the editor, without its own way of leaving the screen. Disposing puts things back.
 */
function leaveSignals(process: NodeJS.Process): Disposable {
  const ignore = () => undefined;
  const held = [...EDITORS_OWN, 'SIGTSTP' as const].map(
    (signal) => [signal, process.listeners(signal)] as const,
  );
  for (const [signal] of held) process.removeAllListeners(signal);
  for (const signal of EDITORS_OWN) process.on(signal, ignore);
  return {
    [Symbol.dispose]() {
      for (const signal of EDITORS_OWN) process.off(signal, ignore);
      for (const [signal, listeners] of held) for (const listener of listeners) process.on(signal, listener);
    },
  };
}

/** A terminal's handle, as Node keeps it. */
interface Handle {
  readStop?(): void;
  readStart?(): void;
}

/**
 * Leaves the keyboard to the editor: Ink lets go of the keys that come, but Node goes on reading them from the
 * terminal, where the editor would miss them. Disposing reads on.
 */
function leaveKeyboard(stdin: NodeJS.ReadStream): Disposable {
  const handle = (stdin as unknown as { readonly _handle?: Handle | null })._handle;
  handle?.readStop?.();
  return { [Symbol.dispose]: () => handle?.readStart?.() };
}

/** Runs the editor as git does: by the shell, so that the variable may hold options. The
 * shell itself outlives Ctrl-C, which is the editor's. Answers the editor's exit code. */
function run(editor: string, path: string): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn('/bin/sh', ['-c', `trap : INT QUIT; ${editor} "$1"`, 'sh', path], { stdio: 'inherit' });
  child.once('error', reject);
  child.once('exit', resolve);
  return promise;
}

/** Gives the terminal to the editor for as long as it runs. */
async function edit(
  { process }: Host,
  release: Suspend,
  editor: string,
  path: string,
): Promise<EditorResult> {
  const suspension = await release();
  const signals = leaveSignals(process);
  const keyboard = leaveKeyboard(process.stdin);
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

/** The editor of $VISUAL or $EDITOR, on a file in a directory that only its owner may read. */
export const createEditor =
  (host: Host): Edit =>
  async (name, text) => {
    const { env } = host.process;
    const editor = env['VISUAL'] || env['EDITOR'];
    if (!editor) return failed(NO_EDITOR);
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
