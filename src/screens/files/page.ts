import type { DirectoryQuota } from '../../api/contract/storefs.ts';
import { bytes, count } from '../../lib/format.ts';
import type { Description } from '../../store/action/action.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { columnFacts } from '../page.ts';
import { columns } from './lists.ts';
import type { FileRow } from './rows.ts';

const KINDS: Readonly<Record<string, string>> = { FILE: 'File', DIR: 'Directory', SYMLINK: 'Symbolic link' };

/** Details of a file or directory that need requests of their own. */
export interface FileDetails {
  readonly pool?: string;
  readonly quota?: DirectoryQuota;
}

/** A quota in words; 0 and -1 mean none. */
function quotaWords({ maxBytes = 0, maxFiles = 0 }: DirectoryQuota): string {
  const limits = [
    ...(maxBytes > 0 ? [bytes(maxBytes)] : []),
    ...(maxFiles > 0 ? [`${count(maxFiles)} files`] : []),
  ];
  return limits.length === 0 ? 'no quota' : limits.join(', ');
}

/** The page of a file or directory, with the details that were read. */
export const filePage = (
  cockpit: Known & Shown,
  row: FileRow,
  { pool, quota }: FileDetails = {},
): Description => ({
  title: `${KINDS[row.type] ?? 'Entry'} ${row.path}`,
  facts: [
    ...columnFacts(cockpit, columns, row),
    ...(row.entry?.dirFiles === undefined
      ? []
      : ([
          ['files in it', count(row.entry.dirFiles)],
          ['directories in it', count(row.entry.dirSubdirs)],
        ] as const)),
    ...(pool === undefined ? [] : [['stored in the pool', pool] as const]),
    ...(quota === undefined ? [] : [['quota', quotaWords(quota)] as const]),
  ],
  text: [],
});
