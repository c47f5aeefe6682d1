import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';

/** Runs the program to its end, within a minute. */
async function run(home: Home, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...home.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  const [told, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { told, code: code as number | null, signal: signal as string | null };
}

test.each([
  [
    'a section of another kind',
    (file: string) => {
      const database = new DatabaseSync(file);
      database.exec("INSERT OR REPLACE INTO kept VALUES ('site', 'all', '{}')");
      database.close();
    },
    /cluster\.sqlite is damaged: section site, entry all: .*cluster\.sqlite\.good over .*; to start without it, move/,
  ],
  ['an empty file', (file: string) => truncateSync(file), /cluster\.sqlite is damaged: it is empty/],
] as const)(
  'on data with %s the service ends with an error message and status 2',
  async (_, damage, told) => {
    using home = new Home();
    const data = join(home.folder, 'kept');
    {
      await using _service = await Service.start(home, ['--data', data, '--scale', '12']);
    }
    const file = join(data, 'cluster.sqlite');
    expect(existsSync(`${file}.good`)).toBe(true);
    damage(file);
    const ended = await run(home, 'serve', '--listen', '127.0.0.1:0', '--data', data, '--scale', '12');
    expect(ended).toMatchObject({ code: 2, signal: null });
    expect(ended.told).toMatch(told);
    expect(ended.told.trim().split('\n')).toHaveLength(1);
  },
);

test.each([
  ['status', '--config'],
  ['status', '--url', 'http://127.0.0.1:9/api', '--token-file'],
  ['serve', '--listen', '127.0.0.1:0', '--token-file'],
])('a named pipe is refused as a file: %j', async (...args) => {
  using home = new Home();
  mkdirSync(home.folder, { recursive: true });
  const pipe = join(home.folder, 'pipe');
  execFileSync('mkfifo', ['-m', '600', pipe]);
  const { told, signal } = await run(home, ...args, pipe);
  expect(signal).toBeNull();
  expect(told).toContain(`${pipe}: it is a pipe or a device: name a regular file`);
});
