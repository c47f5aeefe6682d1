import type { ClusterFacts } from '../../api/contract/extensions/clusterFacts.ts';
import { dateTime } from '../../lib/format.ts';
import { eitherWord, listed, plural } from '../../lib/words.ts';
import type { Level } from '../../store/answers/level.ts';

/** A row with a fact about the cluster. */
export interface FactRow {
  readonly id: string;
  /** The subject: daemons, recovery, data … */
  readonly area: string;
  readonly name: string;
  readonly text: string;
  readonly level: Level;
  /** False if the service does not report it. */
  readonly isKnown: boolean;
}

type KnownFacts = Omit<ClusterFacts, 'notKnown'>;
type NamedFact = Pick<FactRow, 'name' | 'text'> & { readonly level?: Level; readonly id?: string };

const versionText = ({ version = 'an unknown version', release }: { version?: string; release?: string }) =>
  release === undefined ? version : `${version} (${release})`;

/** The versions of all daemons of a kind, marked if they differ. */
function ofKind(kind: string, all: NonNullable<KnownFacts['daemons']>): NamedFact {
  const parts = all
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .map((one) => `${one.count ?? '?'} on ${versionText(one)}`);
  const isMixed = new Set(all.map(({ version }) => version)).size > 1;
  return {
    name: kind,
    text: `${isMixed ? 'MIXED: ' : ''}${parts.join(', ')}`,
    level: isMixed ? 'warn' : 'ok',
  };
}

function daemonRows(daemons: NonNullable<KnownFacts['daemons']>): NamedFact[] {
  if (daemons.length === 0) return [{ name: 'all', text: 'no daemon reports its version' }];
  const versions = [...new Set(daemons.map(versionText))];
  const all: NamedFact =
    versions.length === 1
      ? { name: 'all', text: `one version: ${versions[0]}` }
      : { name: 'all', text: `MIXED: ${listed(versions)}`, level: 'warn' };
  const kinds = Map.groupBy(daemons, ({ kind = 'other' }) => kind);
  return [all, ...[...kinds].map(([kind, some]) => ofKind(kind, some))];
}

function schedulerRows({
  queue,
  profile,
  capacities = [],
}: NonNullable<KnownFacts['scheduler']>): NamedFact[] {
  const isMclock = queue === 'mclock_scheduler';
  const measured = capacities.map(
    ({ deviceClass = '', osds = 0, least, median, most, slowest = '' }): NamedFact => ({
      name: `IOPS ${deviceClass}`,
      text: `median ${rounded(median)}, from ${rounded(least)} (${slowest}) to ${rounded(most)}, as ${plural(osds, 'OSD')} measured`,
    }),
  );
  return [
    {
      name: 'scheduler',
      text: isMclock
        ? `mClock, profile ${profile ?? 'not known'}`
        : `${queue ?? 'not known'}: mClock and its profile do not apply`,
    },
    ...measured,
    ...(isMclock && measured.length === 0
      ? [{ name: 'IOPS', text: 'not known: no OSD has recorded a measurement' }]
      : []),
  ];
}

const rounded = (value: number | undefined) => (value === undefined ? '?' : String(Math.round(value)));

const onOff = (is: boolean | undefined) => eitherWord(is, 'on', 'off');

const balancerRows = ({ active, mode, result }: NonNullable<KnownFacts['balancer']>): NamedFact[] => [
  {
    name: 'balancer',
    text: `${[onOff(active), mode && `mode ${mode}`].filter(Boolean).join(', ')}${result ? `; it says: ${result}` : ''}`,
  },
];

/** The consequence of a wrong number of placement groups, by the mode of the autoscaler. */
const MODES: ReadonlyMap<string, string> = new Map([
  ['on', ': it changes them'],
  ['warn', ': it only warns'],
  ['off', ', but it is off'],
]);

function autoscalerRows(pools: NonNullable<KnownFacts['autoscaler']>): NamedFact[] {
  if (pools.length === 0) return [{ name: 'autoscaler', text: 'it reports no pools' }];
  const modes = Map.groupBy(pools, ({ mode = 'not known' }) => mode);
  const counts = [...modes].map(([mode, some]) => `${mode} for ${plural(some.length, 'pool')}`);
  return [
    { name: 'autoscaler', text: counts.join(', ') },
    ...pools
      .filter(({ wouldAdjust }) => wouldAdjust === true)
      .map(({ pool = '', mode, pgNum, wanted }): NamedFact => ({
        name: `pool ${pool}`,
        text: `${pgNum ?? '?'} placement groups, ${wanted ?? '?'} recommended${MODES.get(mode ?? '') ?? ''}`,
        level: mode === 'warn' ? 'warn' : 'ok',
      })),
  ];
}

function deviceRows({ known, failing = [] }: NonNullable<KnownFacts['devices']>): NamedFact[] {
  const day = (at: number | undefined) => (at === undefined ? '?' : dateTime(at * 1000, true).slice(0, 10));
  return [
    {
      name: 'devices',
      text:
        known === 0
          ? 'none is monitored'
          : `${known ?? '?'} monitored, ${failing.length === 0 ? 'none' : failing.length} expected to fail`,
    },
    ...failing.map(({ id = '', host, daemons = [], from, to }): NamedFact => ({
      // Devices of the same daemon need different ids.
      id,
      name: daemons.join(', ') || id,
      text: `expected to fail between ${day(from)} and ${day(to)}: ${[id, host].filter(Boolean).join(' on ')}`,
      level: 'warn',
    })),
  ];
}

const stretchRows = ({ enabled, tiebreaker }: NonNullable<KnownFacts['stretch']>): NamedFact[] => [
  {
    name: 'stretch mode',
    text: `${onOff(enabled)}${tiebreaker === undefined ? '' : `, tiebreaker mon.${tiebreaker}`}`,
  },
];

function upgradeRows({
  inProgress,
  paused,
  target,
  progress,
  message,
}: NonNullable<KnownFacts['upgrade']>): NamedFact[] {
  const state = inProgress === undefined ? 'not known' : inProgress ? 'in progress' : 'none is in progress';
  const text = [paused === true ? 'paused' : state, target && `to ${target}`, progress, message]
    .filter(Boolean)
    .join(', ');
  return [{ name: 'upgrade', text, level: paused === true ? 'warn' : 'ok' }];
}

/** The parts in the order of the screen, each with a function that makes its rows; undefined for unknown parts. */
const PARTS: { readonly [Part in keyof KnownFacts]-?: (facts: KnownFacts) => NamedFact[] | undefined } = {
  daemons: ({ daemons }) => daemons && daemonRows(daemons),
  upgrade: ({ upgrade }) => upgrade && upgradeRows(upgrade),
  scheduler: ({ scheduler }) => scheduler && schedulerRows(scheduler),
  balancer: ({ balancer }) => balancer && balancerRows(balancer),
  autoscaler: ({ autoscaler }) => autoscaler && autoscalerRows(autoscaler),
  devices: ({ devices }) => devices && deviceRows(devices),
  stretch: ({ stretch }) => stretch && stretchRows(stretch),
};

const AREAS: Readonly<Record<keyof KnownFacts, string>> = {
  daemons: 'daemons',
  upgrade: 'upgrade',
  scheduler: 'recovery',
  balancer: 'data',
  autoscaler: 'data',
  devices: 'devices',
  stretch: 'sites',
};

/** Names for unknown parts, if they differ from the part's id. */
const TITLES: Partial<Record<string, string>> = { daemons: 'versions', stretch: 'stretch mode' };

type PartRow = Omit<FactRow, 'id'> & Pick<NamedFact, 'id'>;

function partRows(part: keyof KnownFacts, facts: ClusterFacts): readonly PartRow[] {
  const area = AREAS[part];
  const rows = PARTS[part](facts);
  if (rows !== undefined) return rows.map((row) => ({ level: 'ok' as const, ...row, area, isKnown: true }));
  const reason = facts.notKnown?.find((one) => one.part === part)?.reason;
  const text = `not known${reason === undefined ? '' : `: ${reason}`}`;
  return [{ name: TITLES[part] ?? part, text, level: 'ok', area, isKnown: false }];
}

const speedRow = (speed: number | undefined): PartRow => ({
  area: 'recovery',
  name: 'recovery speed',
  text: speed === undefined ? 'not known' : `${speed} of 10`,
  level: 'ok',
  isKnown: speed !== undefined,
});

/** All facts about the cluster, one per row, including unknown ones. */
export function factRows(facts: ClusterFacts, speed: number | undefined): readonly FactRow[] {
  const rows = (Object.keys(PARTS) as (keyof KnownFacts)[]).flatMap((part) => [
    ...(part === 'scheduler' ? [speedRow(speed)] : []),
    ...partRows(part, facts),
  ]);
  return rows.map((row) => ({ ...row, id: `${row.area} ${row.id ?? row.name}` }));
}
