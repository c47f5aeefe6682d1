import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Site } from '../site.ts';
import type { SectionTests } from '../suite.ts';

const REPORT = {
  crash_id: '2026-01-02T03:04:05.678901Z_3f2b8f0e-6c1f-4c39-9d59-0a4bb6e0a001',
  timestamp: '2026-01-02T03:04:05.678901Z',
  process_name: 'ceph-osd',
  entity_name: 'osd.0',
  ceph_version: '1.2.3',
  utsname_hostname: 'elsewhere',
  utsname_sysname: 'Linux',
  utsname_release: '1',
  utsname_version: '1',
  utsname_machine: 'x86_64',
  os_name: 'Debian',
  os_id: 'debian',
  os_version_id: '1',
  os_version: '1',
  assert_condition: 'nothing != nothing',
  assert_func: 'void nothing()',
  assert_file: 'nothing.cc',
  assert_line: 7,
  assert_thread_name: 'thread',
  assert_msg:
    "nothing.cc: In function 'void nothing()' thread 7f00 time 2026-01-02T03:04:05.678901+0000\nnothing.cc: 7: FAILED ceph_assert(nothing != nothing)\n",
  backtrace: ['(nothing()+0x1) [0x1]', '(main()+0x2) [0x2]'],
};

/** Makes sure that a crash report exists. The simulated cluster has one from its past. */
async function withReport({ traits: { ceph } }: Site): Promise<void> {
  if (!ceph) return;
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-crash-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'report.json');
  writeFileSync(file, JSON.stringify(REPORT));
  await ceph('crash', 'post', '-i', file);
  onTestFinished(async () => void (await ceph('crash', 'rm', REPORT.crash_id)));
}

export const crashTests: SectionTests = (site) => {
  test('a crash report is listed, read with its stack, and archived', async () => {
    const { api } = site();
    await withReport(site());
    const all = await site().eventually(
      () => api.listCrashes(),
      (reports) => reports.length > 0,
    );
    const [{ id = '', ...report } = {}] = all;
    expect(report).toMatchObject({
      archived: false,
      entity: expect.stringMatching(/^\w+\.\w+$/) as string,
      process: expect.stringMatching(/^ceph-/) as string,
      timestamp: expect.any(Number) as number,
    });
    const detail = await api.getCrash({ params: { id } });
    expect(detail).toMatchObject({ ...report, id });
    expect(detail.backtrace?.length).toBeGreaterThan(1);
    expect(detail.assertion?.condition).toBeTruthy();
    await api.archiveCrash({ params: { id } });
    const archived = async () => (await api.listCrashes()).find((one) => one.id === id)?.archived;
    await site().eventually(archived, (is) => is === true);
    await api.archiveAllCrashes();
    expect((await api.listCrashes()).every((one) => one.archived)).toBe(true);
  });

  test('a crash report that does not exist is neither read nor archived', async () => {
    const params = { id: '2020-01-01T00:00:00.000000Z_00000000-0000-0000-0000-000000000000' };
    await site().declines('getCrash', 404, /no crash report/, { params });
    await site().declines('archiveCrash', 404, /no crash report/, { params });
  });
};
