import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/error.ts';
import { fakeIo } from './fakeIo.ts';
import { run, temporaryDirectory } from './onService.ts';

const WANTED = 'give --context NAME, --url URL, --via COMMAND or --demo';

describe('commands without a named cluster', () => {
  test('status exits as unknown if no cluster is named', async () => {
    const io = fakeIo();
    expect(await run(['status'], io)).toBe(3);
    expect(io.written).toEqual({
      out: '',
      err: `storedeck: no cluster is named, and /nonexistent/.config/storedeck/config.toml does not exist: ${WANTED}\n`,
    });
  });

  test.each([[['logs']], [['call', 'setFlag', '--flag', 'noout']]])(
    'the command %j is refused if no cluster is named',
    async (argv) => {
      const io = fakeIo();
      await expect(run(argv, io)).rejects.toThrow(ConfigError);
      await expect(run(argv, io)).rejects.toThrow(WANTED);
      expect(io.written.out).toBe('');
    },
  );

  test('a configuration without a context names no cluster', async () => {
    const file = join(await temporaryDirectory(), 'config.toml');
    await writeFile(file, '[screen]\nutc = true\n');
    const io = fakeIo();
    expect(await run(['status', '--config', file], io)).toBe(3);
    expect(io.written.err).toBe(`storedeck: ${file}: no cluster is named: ${WANTED}\n`);
  });
});

test('status reads the simulated cluster if --demo is given', async () => {
  const io = fakeIo();
  expect(await run(['status', '--demo=calm'], io)).toBe(0);
  expect(io.written.out).toMatch(/^HEALTH_OK/);
});
