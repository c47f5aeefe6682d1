import type { CrashDetail, CrashReport } from '../../../api/contract/extensions/crashes.ts';
import { withoutEmpty } from '../client/json.ts';

/** The keys of a report that a list needs; the others hold long text. */
export const LISTED = [
  'crash_id',
  'timestamp',
  'entity_name',
  'utsname_hostname',
  'process_name',
  'ceph_version',
  // When it was archived.
  'archived',
  'assert_condition',
  'assert_msg',
  'io_error',
  'io_error_devname',
  'mgr_module',
  'mgr_python_exception',
] as const;

/** A report as `ceph crash ls` lists it; its fields depend on how the daemon crashed. */
export type CrashDump = Readonly<
  { crash_id: string; timestamp: string; io_error?: boolean } & Partial<
    Record<Exclude<(typeof LISTED)[number], 'crash_id' | 'timestamp' | 'io_error'>, string>
  >
>;

/** A report of `ceph crash info`. */
export interface CrashInfoDump extends CrashDump {
  readonly assert_func?: string;
  readonly assert_file?: string;
  readonly assert_line?: number;
  readonly assert_thread_name?: string;
  readonly backtrace?: readonly unknown[];
  readonly os_name?: string;
  readonly os_version?: string;
  readonly utsname_release?: string;
  readonly stack_sig?: string;
}

/** Captures the condition at the end of a failed assertion's message, which begins with source location and time. */
const ASSERTED = /(?:ceph_abort_msg|ceph_assert|FAILED ceph_assert)\((.*)\)/;

/** The reason for a crash in one line, if its report names one. */
function reasonOf(dump: CrashDump): string | undefined {
  if (dump.io_error) return `I/O error${dump.io_error_devname ? ` on ${dump.io_error_devname}` : ''}`;
  if (dump.mgr_python_exception)
    return `${dump.mgr_python_exception}${dump.mgr_module ? ` in the module ${dump.mgr_module}` : ''}`;
  const [, asserted] = ASSERTED.exec(dump.assert_msg ?? '') ?? [];
  return asserted?.replaceAll(/^"|"$/g, '') ?? dump.assert_condition;
}

/** A report for a list. */
export function crashReport(dump: CrashDump): CrashReport {
  const at = Date.parse(dump.timestamp);
  return withoutEmpty({
    id: dump.crash_id,
    entity: dump.entity_name,
    timestamp: Number.isNaN(at) ? undefined : at / 1000,
    hostname: dump.utsname_hostname,
    process: dump.process_name,
    version: dump.ceph_version,
    archived: dump.archived !== undefined,
    reason: reasonOf(dump),
  });
}

/** A report with all its details. */
export function crashDetail(dump: CrashInfoDump): CrashDetail {
  const assertion = withoutEmpty({
    condition: dump.assert_condition,
    function: dump.assert_func,
    file: dump.assert_file,
    line: dump.assert_line,
    thread: dump.assert_thread_name,
    message: dump.assert_msg?.trim(),
  });
  // On some systems the name includes the version.
  const { os_name: system = '', os_version: release = '' } = dump;
  const os = (system.includes(release) ? system : `${system} ${release}`).trim();
  return {
    ...crashReport(dump),
    ...(Object.keys(assertion).length > 0 && { assertion }),
    backtrace: (dump.backtrace ?? []).map((frame) =>
      typeof frame === 'string' ? frame : JSON.stringify(frame),
    ),
    ...withoutEmpty({ os, kernel: dump.utsname_release, signature: dump.stack_sig }),
  };
}
