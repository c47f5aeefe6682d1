import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WriteRecord } from '../../../src/api/client.ts';
import { createAuditWriter } from '../../../src/store/session/audit.ts';

const record = (part: Partial<WriteRecord> = {}): WriteRecord => ({
  at: Date.UTC(2026, 10, 20, 14, 22, 7),
  id: 'setFlag',
  method: 'PUT',
  path: '/maintenance/flags/noout/set',
  input: { params: { flag: 'noout' } },
  tier: 'disruptive',
  outcome: 'ok',
  status: 200,
  tookMs: 12,
  ...part,
});

describe('audit file', () => {
  let directory = '';
  let failures: string[] = [];
  const path = () => join(directory, 'state', 'storedeck', 'audit.jsonl');
  const writer = (file = path()) =>
    createAuditWriter({
      path: file,
      about: { cluster: 'store-a' },
      onFailure: (message) => failures.push(message),
    });
  const mode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

  beforeEach(async () => {
    failures = [];
    directory = await mkdtemp(join(tmpdir(), 'audit-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  test('the audit file is created with its directories, for its owner only', async () => {
    const audit = writer();
    audit.write(record());
    await audit.close();
    expect(await mode(path())).toBe('600');
    expect(await mode(join(directory, 'state', 'storedeck'))).toBe('700');
    expect(failures).toEqual([]);
  });

  test('the audit file has one JSON object per line: the time, the cluster, the action and the outcome', async () => {
    const audit = writer();
    audit.write(record());
    audit.write(record({ outcome: 'failed', status: 409, message: 'no\nway' }));
    await audit.close();
    const lines = (await readFile(path(), 'utf8')).split('\n');
    expect(lines).toHaveLength(3);
    const { at: _, ...told } = record();
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: '2026-11-20T14:22:07.000Z',
      cluster: 'store-a',
      ...told,
    });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ outcome: 'failed', message: 'no\nway' });
  });

  test('the audit file is appended to, and closed to other users if it was open to them', async () => {
    const file = join(directory, 'audit.jsonl');
    await writeFile(file, '{"old":true}\n');
    await chmod(file, 0o644);
    const audit = writer(file);
    audit.write(record());
    await audit.close();
    expect((await readFile(file, 'utf8')).split('\n')[0]).toBe('{"old":true}');
    expect(await mode(file)).toBe('600');
  });

  test('the audit file keeps the order of concurrent writes', async () => {
    const audit = writer();
    for (let tookMs = 0; tookMs < 50; tookMs++) audit.write(record({ tookMs }));
    await audit.close();
    const lines = (await readFile(path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as WriteRecord).tookMs)).toEqual(
      Array.from({ length: 50 }, (_, i) => i),
    );
  });

  test('a failed write to the audit file is reported, and the next one is tried', async () => {
    const file = join(directory, 'no', 'audit.jsonl');
    await writeFile(join(directory, 'no'), 'a file stands where a directory should');
    const audit = writer(file);
    audit.write(record());
    await audit.close();
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain(file);
    await rm(join(directory, 'no'));
    audit.write(record());
    await audit.close();
    expect(await readFile(file, 'utf8')).toContain('noout');
  });
});
