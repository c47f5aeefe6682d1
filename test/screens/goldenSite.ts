import { localFiles, type LocalEntry } from '../../src/lib/localFiles.ts';
import type { Edit } from '../../src/store/cockpit.ts';
import type { ContextInfo } from '../../src/store/context.ts';
import type { FleetMember } from '../../src/store/fleet.ts';
import { FAKE_EPOCH } from '../support/fakeClock.ts';

const entry = (name: string, type: LocalEntry['type'], size: number, hoursAgo: number): LocalEntry => ({
  name,
  type,
  size,
  modified: FAKE_EPOCH / 1000 - hoursAgo * 3600,
  uid: 1000,
  gid: 1000,
  mode: type === 'DIR' ? 0o755 : 0o640,
});

const ENTRIES = [
  entry('exports', 'DIR', 4096, 5),
  entry('ubuntu-26.04-server-cloudimg-amd64.img', 'FILE', 612 * 2 ** 20, 30),
  entry('restore-notes.md', 'FILE', 1834, 2),
  entry('latest', 'SYMLINK', 7, 2),
];

const written = (id: string, path: string, outcome: string, minutesAgo: number) => ({
  time: new Date(FAKE_EPOCH - minutesAgo * 60_000).toISOString(),
  cluster: 'demo',
  id,
  method: 'PUT',
  path,
  outcome,
  ...(outcome === 'unknown' ? {} : { status: outcome === 'ok' ? 200 : 409, tookMs: 41 }),
});

const AUDIT = [
  written('setFlag', '/maintenance/flags/noscrub/set', 'ok', 90),
  written('scrubOsd', '/maintenance/osd/26/scrub', 'failed', 61),
  written('setRecoverySpeed', '/maintenance/recovery-speed', 'unknown', 12),
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

/** Gives the console a disk that is the same on every machine, with an audit file on it, until it is disposed. */
export function useFakeDisk(): Disposable {
  const own = { ...localFiles };
  Object.assign(localFiles, {
    resolve: (path: string) => (path.startsWith('/') ? path : '/home/operator'),
    isFile: () => true,
    list: () => Promise.resolve(ENTRIES),
    read: () => ({
      name: 'audit.jsonl',
      size: AUDIT.length,
      content: (async function* () {
        yield new TextEncoder().encode(AUDIT);
      })(),
    }),
  } satisfies Partial<typeof localFiles>);
  return { [Symbol.dispose]: () => void Object.assign(localFiles, own) };
}

/** An editor that changes a line and adds one. */
export const changing: Edit = (_name, before) =>
  Promise.resolve({
    kind: 'edited',
    text: `${before.replace('echo', 'logger -t storedeck')}mail -s health oncall\n`,
  });

const context = (name: string, production: boolean): ContextInfo => ({
  name,
  address: `https://${name}.example.com/api`,
  demo: false,
  production,
  deletePhrase: '',
});

/** Clusters of a configuration: the current one, one with problems, and one that is unreachable. */
export const MEMBERS: readonly FleetMember[] = [
  { context: context('berlin', true), current: true, level: 'unknown', checks: [] },
  {
    context: context('lab', false),
    current: false,
    status: 'HEALTH_ERR',
    level: 'error',
    checks: ['MON_DISK_CRIT', 'OSD_DOWN'],
    cause: {
      kind: 'osd-down',
      objects: ['osd.4'],
      text: 'the daemon of osd.4 on lab-2 has stopped',
      isOver: false,
      confidence: 'certain',
      since: FAKE_EPOCH - 95_000,
      explains: [],
      against: [],
      proofs: [],
      next: [],
      host: 'lab-2',
      before: [],
    },
    at: FAKE_EPOCH - 4000,
  },
  {
    context: context('oslo', true),
    current: false,
    level: 'unknown',
    checks: [],
    problem: 'no answer within 10 s',
  },
];
