import type { ErasureProfile } from '../../api/contract/crush.ts';
import { takesOf } from '../../diagnosis/evidence/ruleTakes.ts';
import { bytes, percent } from '../../lib/format.ts';
import { share, sum } from '../../lib/untyped.ts';
import { osdsOf, isUpAndIn } from '../../store/answers/node.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { type Screen, showPane } from '../screen.ts';

const GROUP = 'Placement';

interface ClassRow {
  readonly name: string;
  readonly osds: number;
  /** The capacity in bytes of its OSDs that are up and in. */
  readonly size: number;
  readonly used: number;
  readonly rules: readonly string[];
}

const classes: Screen = listScreen<ClassRow>()({
  id: 'device-classes',
  names: ['classes', 'device-classes'],
  group: GROUP,
  title: 'Device classes',
  help: 'The device classes that rules can choose from, with their OSDs and the rules that use them',
  reads: () => ({ names: resource('listDeviceClasses'), map: resources.crush, all: resources.rules }),
  rows({ names, map, all }) {
    const osds = osdsOf(map);
    const rows = names.map((name): ClassRow => {
      const own = osds.filter((osd) => osd.deviceClass === name);
      const room = own.filter(isUpAndIn);
      return {
        name,
        osds: own.length,
        size: room.reduce((sum, osd) => sum + (osd.size ?? 0), 0),
        used: room.reduce((sum, osd) => sum + (osd.used ?? 0), 0),
        rules: all
          .filter((rule) => takesOf(rule).some(({ deviceClass }) => deviceClass === name))
          .map((rule) => rule.name ?? ''),
      };
    });
    return { rows };
  },
  rowId: ({ name }) => name,
  answers: ({ name }) => [answered('listDeviceClasses', name)],
  columns: [
    textColumn({ id: 'name', title: 'CLASS', flex: 1, min: 8, max: 20, priority: 0, name: true }),
    numberColumn({ id: 'osds', title: 'OSDS', width: 5, priority: 1 }),
    numberColumn({ id: 'size', title: 'SIZE', width: 9, priority: 2 }, (row) => row.size, bytes),
    numberColumn({ id: 'used', title: 'USED', width: 9, priority: 2 }, (row) => row.used, bytes),
    textColumn({ id: 'rules', title: 'RULES', flex: 2, min: 12, priority: 3 }, (row) =>
      row.rules.length === 0 ? 'none uses it' : row.rules.join(', '),
    ),
  ],
  page: { noun: 'Device class' },
  empty: 'No OSD has a device class.',
  links: ({ name }) => [
    { label: `OSDs of class ${name}`, go: (cockpit) => showPane(cockpit, 'disks', `class:${name}`) },
    { label: 'CRUSH rules', screen: 'crush-rules', scope: {} },
  ],
});

interface ProfileRow {
  readonly name: string;
  readonly profile: ErasureProfile;
}

/** The number of chunks; Ceph stores all values of a profile as text. */
const chunks = (value: unknown): number | undefined => {
  const number = Number(value ?? NaN);
  return Number.isFinite(number) ? number : undefined;
};

const profiles: Screen = listScreen<ProfileRow>()({
  id: 'ec-profiles',
  names: ['ec-profiles', 'profiles'],
  group: GROUP,
  title: 'Erasure code profiles',
  help: 'How erasure-coded pools cut and spread their objects; Enter shows all of one',
  reads: () => ({ profiles: resource('getErasureProfiles') }),
  rows: ({ profiles: all }) => ({
    rows: Object.entries(all).map(([name, profile]): ProfileRow => ({ name, profile })),
  }),
  rowId: ({ name }) => name,
  answers: ({ profile }) => [answered('getErasureProfiles', profile)],
  columns: [
    textColumn({ id: 'name', title: 'PROFILE', flex: 2, min: 12, max: 40, priority: 0, name: true }),
    numberColumn({ id: 'k', title: 'DATA', words: 'data chunks', width: 4, priority: 0 }, ({ profile }) =>
      chunks(profile.k),
    ),
    numberColumn({ id: 'm', title: 'PARITY', words: 'parity chunks', width: 6, priority: 0 }, ({ profile }) =>
      chunks(profile.m),
    ),
    numberColumn(
      { id: 'usable', title: 'USABLE', width: 6, priority: 2 },
      ({ profile }) => {
        const [k, m] = [chunks(profile.k), chunks(profile.m)];
        return m === undefined ? undefined : share(k, sum([k, m]));
      },
      percent,
    ),
    textColumn(
      { id: 'domain', title: 'SPREADS OVER', width: 12, priority: 3 },
      ({ profile }) => profile['crush-failure-domain'],
    ),
    textColumn(
      { id: 'root', title: 'FROM', words: 'root', flex: 1, min: 8, max: 24, priority: 4 },
      ({ profile }) => profile['crush-root'],
    ),
    textColumn(
      { id: 'class', title: 'CLASS', words: 'device class', width: 6, priority: 4 },
      ({ profile }) => profile['crush-device-class'],
    ),
    textColumn({ id: 'plugin', title: 'PLUGIN', width: 10, priority: 5 }, ({ profile }) => profile.plugin),
    textColumn(
      { id: 'technique', title: 'TECHNIQUE', width: 14, priority: 6 },
      ({ profile }) => profile.technique,
    ),
  ],
  empty: 'No erasure code profiles.',
  bindings: () => [
    {
      keys: ['n'],
      label: 'new',
      help: 'A profile of your own is made with its pool: n in :pools asks for its chunks',
      disabled: () => 'profiles are only listed; n in :pools asks an EC pool for its chunks',
      run: () => undefined,
    },
  ],
  page: {
    noun: 'Erasure code profile',
    of: ({ profile }) => profile,
    shownFields: [
      'k',
      'm',
      'crush-failure-domain',
      'crush-root',
      'crush-device-class',
      'plugin',
      'technique',
    ],
  },
  links: () => [
    { label: 'erasure-coded pools', screen: 'pools', scope: {}, filter: 'redundancy:EC' },
    { label: 'CRUSH rules', screen: 'crush-rules', scope: {} },
  ],
});

export const crushClassScreens: readonly Screen[] = [classes, profiles];
