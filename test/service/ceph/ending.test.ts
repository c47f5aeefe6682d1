import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCephEngine } from '../../../src/service/ceph/engine.ts';
import { fakeClock } from '../../support/fakeClock.ts';

test('an engine whose cluster has never answered is closed within five seconds', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-ending-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const clock = fakeClock();
  // Accepts all requests without an answer, and ignores the request to end.
  const python = join(directory, 'silent');
  writeFileSync(python, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const engine = createCephEngine({ clock, directory, python, hostname: 'node1', logDir: '' });
  await clock.advance(500);
  let isClosed = false;
  void engine.close().then(() => (isClosed = true));
  for (let waited = 0; waited < 5000; waited += 500) await clock.advance(500);
  // The helper is a real process, whose end takes a moment of real time.
  await vi.waitFor(() => expect(isClosed).toBe(true), 10_000);
});
