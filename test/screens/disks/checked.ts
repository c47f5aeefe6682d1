import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { Disk } from '../../../src/api/contract/disks.ts';
import type { Pool } from '../../../src/api/contract/pools.ts';
import type { DiskCheckInput } from '../../../src/screens/disks/checks.ts';

const TIB = 2 ** 40;
export const HOSTS = ['a', 'b', 'c', 'd'];

/** Four hosts with one OSD each. Those in `down` are down, and all have the usage `used`. */
function crush(down: readonly number[], used = 0.3): CrushMap {
  const osds = HOSTS.map((_, id) => ({
    id,
    name: `osd.${id}`,
    type: 'OSD',
    status: down.includes(id) ? 'DOWN' : 'UP',
    reweight: 1,
    deviceClass: 'hdd',
    size: TIB,
    used: TIB * used,
  }));
  const hosts = HOSTS.map((name, id) => ({ id: -2 - id, name, type: 'HOST', children: [id] }));
  return {
    nodes: [{ id: -1, name: 'default', type: 'ROOT', children: [-2, -3, -4, -5] }, ...hosts, ...osds],
  };
}

const POOL: Pool = { name: 'vms', poolId: 1, size: 3, minSize: 2, crushRule: 0 };
const RULES = [
  {
    id: 0,
    name: 'replicated',
    steps: [
      { op: 'TAKE', crushMapTextFormat: 'step take default' },
      { op: 'CHOOSELEAF', crushMapTextFormat: 'step chooseleaf firstn 0 type host' },
    ],
  },
];

/** The disk of an OSD, with its number. */
export const disk = (id: number, more: Partial<Disk> = {}): Disk => ({
  id: id + 1,
  hostname: HOSTS[id] ?? 'a',
  server: id + 1,
  name: 'sdb',
  role: 'osd',
  osdId: id,
  deviceClass: 'hdd',
  ...more,
});

/** The data for the checks of these hosts. */
export const input = (
  down: readonly number[] = [],
  more: Partial<DiskCheckInput> & { readonly used?: number; readonly warn?: number } = {},
): DiskCheckInput => {
  const { used, warn = down.length > 0 ? 10 : 0, ...rest } = more;
  return {
    crush: crush(down, used),
    pools: [POOL],
    rules: RULES,
    status: {
      placementGroups: [{ poolName: 'vms', poolId: 1, total: 100, okay: 100 - warn, warn, error: 0 }],
    },
    disks: HOSTS.map((_, id) => disk(id)),
    ...rest,
  };
};

/** A map of OSDs of which the disks under test own the first. */
export const room = (...osds: readonly object[]): DiskCheckInput => ({
  status: {},
  crush: {
    nodes: osds.map((osd, id) => ({
      id,
      type: 'OSD',
      status: 'UP',
      deviceClass: 'hdd',
      size: 100,
      used: 0,
      ...osd,
    })),
  },
});

/** The texts of what forbids the action. */
export const blocks = (checks: readonly { level: string; text: string }[]) =>
  checks.filter(({ level }) => level === 'block').map(({ text }) => text);
/** All texts, to search in. */
export const all = (checks: readonly { text: string }[]) => checks.map(({ text }) => text).join('\n');

/** The checks with their levels, as one line each. */
export const lines = (checks: readonly { level: string; text: string }[]) =>
  checks.map(({ level, text }) => `${level} ${text}`);
