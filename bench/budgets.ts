import {
  CROWD,
  sizeName,
  type ConsoleFigures,
  type HostileFigures,
  type LoadRun,
  type Size,
  type SpecialFigures,
} from './figures.ts';

/** The console's figures for one terminal size and one cluster size. */
export interface ConsoleRun {
  readonly size: Size;
  readonly osds: number;
  readonly figures: ConsoleFigures;
}

/** A figure compared with its budget. */
export interface Verdict {
  readonly what: string;
  readonly where: string;
  readonly measured: number;
  readonly budget: number;
  readonly unit: string;
}

/** Verdicts on figures measured in every setting, and on those measured in a single one. */
export interface Verdicts {
  readonly everywhere: readonly Verdict[];
  readonly once: readonly Verdict[];
}

interface Budget {
  readonly what: string;
  readonly unit: string;
  of(figures: ConsoleFigures): number;
  /** The budget in this setting. */
  limit(size: Size, osds: number, figures: ConsoleFigures): number;
}

const isLarge = ({ cols }: Size): boolean => cols >= 200;

/** Budgets for use over slow links, and to stay comparable with similar programs. */
const BUDGETS: readonly Budget[] = [
  {
    what: 'first byte, of 1.2 × an empty Node program',
    unit: 'ms',
    of: (f) => f.firstByteMs,
    limit: (_size, _osds, f) => 1.2 * f.emptyFirstByteMs,
  },
  { what: 'first frame with data', unit: 'ms', of: (f) => f.firstDataMs, limit: () => 250 },
  { what: 'key within the screen', unit: 'B', of: (f) => f.moveBytes, limit: () => 120 },
  { what: 'key at the edge of the table', unit: 'B', of: (f) => f.edgeBytes, limit: () => 250 },
  { what: 'key to last byte, median', unit: 'ms', of: (f) => f.keyMs, limit: () => 6 },
  { what: 'key to last byte, 95 %', unit: 'ms', of: (f) => f.keyP95Ms, limit: () => 12 },
  {
    what: 'overview open',
    unit: 'B/s',
    of: (f) => f.idleBytesPerSecond,
    limit: (size) => (isLarge(size) ? 700 : 150),
  },
  {
    what: 'overview open',
    unit: '% CPU',
    of: (f) => f.idleCpuPercent,
    limit: (_, osds) => (osds > 60 ? 1.8 : 1.2),
  },
  {
    what: 'memory after 120 s',
    unit: 'MB',
    of: (f) => f.memoryMb,
    limit: (_, osds) => (osds > 60 ? 150 : 130),
  },
  { what: 'of its own', unit: 'MB', of: (f) => f.ownMemoryMb, limit: () => 130 },
  { what: 'filter, a character', unit: 'ms', of: (f) => f.filterMs, limit: () => 30 },
];

/** The budget of a running log: about 1 KB a second for each of its lines at 200x50. */
const FLOOD_BYTES = 48 * 1024;

function verdictsOnce(special: SpecialFigures): Verdict[] {
  const link = '64 kbit/s, 300 ms';
  const flood = 'log at 5,000 lines/s';
  const huge = '20000 OSDs';
  const { thinLinkSettleMs, floodCpuPercent, floodBytesPerSecond, hugeTableMs, hugeSlowestKeyMs } = special;
  const { rushSlowestKeyMs, heldLogMb, crowdFirstKeyMs, crowdSlowestKeyMs } = special;
  const { osds, images, checks } = CROWD;
  const crowd = `${osds} OSDs, ${osds / 20} pools, ${images} images, ${checks} checks`;
  const rush = 'log at 50,000 lines/s, slowest key';
  return [
    {
      what: 'key held 2 s, settled after',
      where: link,
      unit: 'ms',
      measured: thinLinkSettleMs,
      budget: 1500,
    },
    { what: flood, where: '200x50', unit: '% CPU', measured: floodCpuPercent, budget: 3 },
    { what: flood, where: '200x50', unit: 'B/s', measured: floodBytesPerSecond, budget: FLOOD_BYTES },
    { what: rush, where: '200x50', unit: 'ms', measured: rushSlowestKeyMs, budget: 50 },
    { what: '1,000,000 log lines held', where: '10000 OSDs', unit: 'MB', measured: heldLogMb, budget: 300 },
    { what: 'disk table opened', where: huge, unit: 'ms', measured: hugeTableMs, budget: 1000 },
    { what: 'slowest key meanwhile', where: huge, unit: 'ms', measured: hugeSlowestKeyMs, budget: 50 },
    { what: 'slowest key at first', where: crowd, unit: 'ms', measured: crowdFirstKeyMs, budget: 50 },
    { what: 'slowest key in long lists', where: crowd, unit: 'ms', measured: crowdSlowestKeyMs, budget: 50 },
  ];
}

/** The verdicts on all figures of the console that have a budget. */
export function verdicts(runs: readonly ConsoleRun[], special: SpecialFigures): Verdicts {
  const everywhere = BUDGETS.flatMap(({ what, unit, of, limit }) =>
    runs.map(({ size, osds, figures }) => ({
      what,
      where: `${sizeName(size)}, ${osds} OSDs`,
      unit,
      measured: of(figures),
      budget: limit(size, osds, figures),
    })),
  );
  return { everywhere, once: verdictsOnce(special) };
}

/**
 * Verdicts on a service with many consoles. The cluster must get each command at most once a second, however many consoles
 * there are.
 */
export function loadVerdicts(runs: readonly LoadRun[]): Verdict[] {
  const most = Math.max(...runs.map(({ consoles }) => consoles));
  return runs
    .filter(({ consoles }) => consoles === most)
    .flatMap(({ showing, consoles, figures }) => {
      const where = `${consoles} consoles, ${showing}`;
      const { commandsPerSecond, differentCommands = 0 } = figures;
      const commands = { what: 'cluster commands, at most each once a second', where, unit: '1/s' };
      return [
        { what: 'read, median', where, unit: 'ms', measured: figures.medianMs, budget: 50 },
        { what: 'read, 99 %', where, unit: 'ms', measured: figures.p99Ms, budget: 500 },
        { what: 'service', where, unit: '% CPU', measured: figures.cpuPercent, budget: 50 },
        { what: 'service', where, unit: 'MB', measured: figures.memoryMb, budget: 500 },
        ...(commandsPerSecond === undefined
          ? []
          : [{ ...commands, measured: commandsPerSecond, budget: differentCommands }]),
      ];
    });
}

/** The verdict on the wait that a client's request may cause for other clients. */
export const hostileVerdicts = (figures: readonly HostileFigures[]): Verdict[] => [
  {
    what: 'longest wait of another client',
    where: '20000 simulated OSDs, bodies of 8 MB',
    unit: 'ms',
    measured: Math.max(...figures.map(({ longestWaitMs }) => longestWaitMs)),
    budget: 250,
  },
];
