import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { Home } from '../support/storedeck.ts';

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s while the service creates a large cluster ends the service at once, and its data stay intact',
  async (signal) => {
    using home = new Home();
    const data = join(home.folder, 'kept');
    const args = ['serve', '--listen', '127.0.0.1:0', '--data', data, '--scale', '20000'];
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, ...home.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const said = text(child.stdout);
    const database = join(data, 'cluster.sqlite');
    // From here on nothing else runs in the process for seconds.
    while (!existsSync(database)) await sleep(5);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    expect(await said).toBe('');
    using kept = new DatabaseSync(database);
    expect(kept.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  },
);
