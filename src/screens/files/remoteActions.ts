import type { OperationId, Output } from '../../api/contract/index.ts';
import type { DirectoryQuota, FileEntry } from '../../api/contract/storefs.ts';
import { bytes, count } from '../../lib/format.ts';
import { commandLine } from '../../lib/shell.ts';
import { NO_CHANGE, type Plan } from '../../store/action/plan.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import { currentData } from '../../store/cache/slot.ts';
import type { Acts, Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { type CallPlan, callPlan, type FieldChanges } from '../action/call.ts';
import type { GivenInput } from '../action/formValues.ts';
import { prefilled } from '../action/inverse.ts';
import { exactSize, parseBytes, readOptional, sizeWords } from '../fields/readers.ts';
import { afterForm } from '../list/screen.ts';
import type { FileDetails } from './page.ts';
import { joinPath } from './paths.ts';
import type { FileRow } from './rows.ts';

/** Creates a directory, by default inside the given one. */
export const createDirectoryPlan = (cockpit: Known & Shown, directory: string): Plan =>
  callPlan(cockpit, {
    operation: 'createDirectory',
    title: `Create a directory in ${directory}`,
    target: directory,
    fields: {
      'body.dir': {
        label: 'path',
        hint: 'absolute; missing parents are created too',
        initial: joinPath(directory, ''),
        // A slash may be typed after the one that the field begins with.
        read: (text) =>
          text === '' ? { problem: 'It must be filled in.' } : { value: text.replaceAll(/\/{2,}/g, '/') },
      },
      'body.pool': {
        label: 'pool',
        hint: 'where its files are stored; empty for the default pool',
        read: textOrNothing,
      },
    },
    undo: 'delete it',
    cli: ({ 'body.dir': dir }) => commandLine('mkdir', '-p', dir),
  });

const textOrNothing = (text: string) => ({ value: text === '' ? undefined : text });

const copyOrMovePlan = (cockpit: Known & Shown, row: FileRow, isCopy: boolean): Plan =>
  callPlan<'copyFile' | 'moveFile'>(cockpit, {
    operation: isCopy ? 'copyFile' : 'moveFile',
    title: `${isCopy ? 'Copy' : 'Move'} ${row.name}`,
    target: row.path,
    input: { query: { path: row.path } },
    fields: { 'query.dstPath': { label: 'to', hint: 'its new absolute path', initial: row.path } },
    undo: isCopy ? 'delete the copy' : 'move it back',
    ...(!isCopy && {
      inverse: ({ 'query.dstPath': to = '' }) => {
        const moved = { ...row, path: to, name: to.split('/').at(-1) ?? row.name };
        return () => prefilled(copyOrMovePlan(cockpit, moved, false), { 'query.dstPath': row.path });
      },
    }),
    cli: ({ 'query.dstPath': to }) => commandLine(...(isCopy ? ['cp', '-a'] : ['mv']), row.path, to),
    checks: ({ 'query.dstPath': to }) => transferChecks(row, isCopy, to),
  });

function transferChecks(row: FileRow, isCopy: boolean, to: unknown): readonly PreflightCheck[] {
  if (typeof to !== 'string') return [];
  if (to === row.path) return [{ level: 'block', text: 'it already exists: give another path' }];
  return [
    isCopy
      ? { level: 'ok', text: `takes another ${bytes(row.size)}` }
      : { level: 'warn', text: 'users of the old path no longer find it' },
  ];
}

/** Copies a file or directory to a path that the form asks for. */
export const copyPlan = (cockpit: Known & Shown, row: FileRow): Plan => copyOrMovePlan(cockpit, row, true);
/** Moves or renames a file or directory. */
export const movePlan = (cockpit: Known & Shown, row: FileRow): Plan => copyOrMovePlan(cockpit, row, false);

/** Changes the mode and owner. */
export const attributesPlan = (cockpit: Known & Shown, row: FileRow): Plan =>
  callPlan(cockpit, {
    operation: 'updateFile',
    title: `Change mode and owner of ${row.name}`,
    target: row.path,
    input: { query: { path: row.path } },
    ask: ['body.mode', 'body.uid', 'body.gid'],
    fields: {
      'body.mode': {
        label: 'mode',
        hint: 'octal digits as for chmod, such as 755',
        initial: String(row.entry?.mode ?? ''),
        read: (text) =>
          text === '' || /^[0-7]{3,4}$/.test(text)
            ? { value: text === '' ? undefined : Number(text) }
            : { problem: 'Type three or four octal digits, such as 755.' },
      },
      'body.uid': { label: 'owner', initial: String(row.entry?.uid ?? '') },
      'body.gid': { label: 'group', initial: String(row.entry?.gid ?? '') },
    },
    effect: row.isDirectory ? 'Changes the directory alone, not what is in it.' : 'Changes the file.',
    undo: `set ${row.entry?.mode} ${row.owner} again`,
    inverse: (values, before) =>
      before &&
      (() =>
        prefilled(attributesPlan(cockpit, { ...row, entry: afterForm(row.entry ?? {}, values) }), before)),
    cli: ({ 'body.mode': mode, 'body.uid': uid, 'body.gid': gid }) =>
      `${commandLine('chmod', mode, row.path)}; ${commandLine('chown', `${String(uid)}:${String(gid)}`, row.path)}`,
  });

/** Checks what is lost with a file or directory. */
function deletionChecks({ isDirectory, entry, size }: FileRow): readonly PreflightCheck[] {
  if (!isDirectory) return [{ level: 'warn', text: `${bytes(size)} are lost for good` }];
  const { dirFiles = 0, dirSubdirs = 0, dirBytes = 0 } = entry ?? {};
  return dirFiles + dirSubdirs === 0
    ? [{ level: 'ok', text: 'it was empty when last read' }]
    : [
        {
          level: 'warn',
          text: `${count(dirFiles)} files and ${count(dirSubdirs)} directories in it, ${bytes(dirBytes)}, are lost for good`,
        },
      ];
}

/** Deletes one file or directory. */
export const deletePlan = (cockpit: Known & Shown, row: FileRow): Plan =>
  callPlan(cockpit, {
    operation: 'deleteFiles',
    title: `Delete ${row.path}`,
    target: row.name,
    input: { query: { path: [row.path] } },
    ask: [],
    undo: 'none: the data is gone, unless a snapshot of the filesystem holds it',
    cli: () => commandLine('rm', '-r', row.path),
    checks: () => deletionChecks(row),
  });

const limit = (value: number | undefined) => (value !== undefined && value > 0 ? String(value) : '');

function setQuotaPlan(cockpit: Known & Shown, row: FileRow, now: DirectoryQuota): Plan {
  const fields: FieldChanges<'setDirectoryQuota'> = {
    'body.maxBytes': {
      label: 'most bytes',
      hint: 'a size, such as 10G; 0 for no limit',
      initial: limit(now.maxBytes) && exactSize(now.maxBytes ?? 0),
      words: sizeWords,
      read: readOptional(parseBytes, 'Type a size, such as 10G, or 0 for no limit.'),
    },
    'body.maxFiles': {
      label: 'most files',
      hint: 'a number; 0 for no limit',
      initial: limit(now.maxFiles),
    },
  };
  const full = (most: unknown, used: number | undefined) =>
    typeof most === 'number' && most > 0 && used !== undefined && used > most;
  return callPlan(cockpit, {
    inverse: (values) => {
      const before = {
        'body.maxBytes': String(now.maxBytes ?? 0),
        'body.maxFiles': String(now.maxFiles ?? 0),
      };
      return () => prefilled(setQuotaPlan(cockpit, row, afterForm(now, values)), before);
    },
    operation: 'setDirectoryQuota',
    title: `Set the quota of ${row.path}`,
    target: row.path,
    input: { query: { dir: row.path } },
    fields,
    effect: `It holds ${bytes(row.entry?.dirBytes)} in ${count(row.entry?.dirFiles)} files. Beyond its quota, writes are refused.`,
    undo: `set it back: ${now.maxBytes ? bytes(now.maxBytes) : 'no limit'}, ${now.maxFiles ? `${now.maxFiles} files` : 'no file limit'}`,
    cli: ({ 'body.maxBytes': most, 'body.maxFiles': files }) =>
      Object.entries({ max_bytes: most, max_files: files })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => commandLine('setfattr', '-n', `ceph.quota.${name}`, '-v', value, row.path))
        .join('; '),
    checks: (values) =>
      full(values['body.maxBytes'], row.entry?.dirBytes) || full(values['body.maxFiles'], row.entry?.dirFiles)
        ? [{ level: 'warn', text: 'it already holds more: every write to it is refused at once' }]
        : [],
  });
}

/** Reads the quota of a directory, then proposes to change it. */
export const quotaPlan = (cockpit: Cockpit, row: FileRow): Plan =>
  readPlan(cockpit, 'getDirectoryQuota', row, { query: { dir: row.path } }, (now) =>
    cockpit.propose(setQuotaPlan(cockpit, row, now)),
  );

/** The plan of a read about one file or directory. */
export const readPlan = <Id extends OperationId>(
  cockpit: Known & Shown,
  operation: Id,
  row: Pick<FileRow, 'name' | 'path'>,
  input: GivenInput<Id>,
  show?: (reply: Output<Id>) => void,
): CallPlan =>
  callPlan(cockpit, {
    operation,
    title: `Read about ${row.path}`,
    target: row.path,
    input,
    ask: [],
    undo: 'nothing is changed',
    refreshes: [],
    ...(show && { show }),
  });

/** Chooses the pool for new content. */
export function layoutPlan(cockpit: Known & Shown, row: FileRow): Plan {
  const layout = optionally(resource('getFileLayout', { query: { path: row.path } }));
  const eligible = optionally(resource('listLayoutPools'));
  const now = () => currentData(cockpit.cache.slot(layout))?.pool;
  return callPlan(cockpit, {
    operation: 'setFileLayout',
    title: `Choose the pool of ${row.path}`,
    target: row.path,
    input: { query: { path: row.path } },
    fields: { 'body.pool': { label: 'pool' } },
    effect: row.isDirectory
      ? 'New files below it are stored in that pool; existing files stay where they are.'
      : 'Only an empty file can be moved to another pool.',
    undo: 'choose the old pool again',
    inverse: ({ 'body.pool': pool }) => {
      const before = now();
      if (before === pool) return NO_CHANGE;
      return before === undefined
        ? undefined
        : () => prefilled(layoutPlan(cockpit, row), { 'body.pool': before });
    },
    cli: ({ 'body.pool': pool }) =>
      commandLine('setfattr', '-n', 'ceph.dir.layout.pool', '-v', pool, row.path),
    needs: [layout, eligible],
    checks({ 'body.pool': pool }) {
      const present = now();
      const pools = currentData(cockpit.cache.slot(eligible));
      return [
        ...(present === undefined ? [] : [{ level: 'ok' as const, text: `now in the pool ${present}` }]),
        ...(pools === undefined ? [] : [{ level: 'ok' as const, text: `possible: ${pools.join(', ')}` }]),
        ...(typeof pool === 'string' && pools !== undefined && !pools.includes(pool)
          ? [{ level: 'block' as const, text: `files cannot be stored in ${pool}` }]
          : []),
      ];
    },
  });
}

/** Starts to record statistics of a directory. */
export const monitorPlan = (cockpit: Known & Shown, row: FileRow): Plan =>
  callPlan(cockpit, {
    operation: 'addMonitoredDirectories',
    title: `Monitor ${row.path}`,
    target: row.path,
    input: { body: [row.path] },
    ask: [],
    effect: 'Records its size and number of files over time, for the graphs.',
    undo: 'remove it on the screen of monitored directories',
  });

/** Reads everything about a file or directory. */
export async function readAll(
  { api }: Acts,
  { path, isDirectory }: FileRow,
): Promise<FileEntry & FileDetails> {
  const nothing = () => undefined;
  const [stats, layout, quota] = await Promise.all([
    api.statFiles({ body: [path] }),
    api.getFileLayout({ query: { path } }).catch(nothing),
    isDirectory ? api.getDirectoryQuota({ query: { dir: path } }).catch(nothing) : undefined,
  ]);
  return {
    ...stats[0],
    ...(layout?.pool !== undefined && { pool: layout.pool }),
    ...(quota && { quota }),
  };
}
