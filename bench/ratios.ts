import { type ProgramFigures, sizeName } from './figures.ts';
import type { ProgramRun, Table } from './report.ts';

const FIGURES: readonly (readonly [head: string, of: (figures: ProgramFigures) => number])[] = [
  ['data', (f) => f.firstDataMs],
  ['B/key', (f) => f.moveBytes],
  ['B/key at the edge', (f) => f.edgeBytes],
  ['key, median', (f) => f.keyMs],
  ['idle B/s', (f) => f.idleBytesPerSecond],
  ['idle CPU', (f) => f.idleCpuPercent],
  ['PSS', (f) => f.memoryMb],
];

/** Smaller values (bytes, milliseconds, percent, megabytes) count as zero, as ratios to them are meaningless. */
const NOTHING = 0.05;

/** Our figure as a multiple of a peer's, with two significant digits. */
const ratio = (ours: number, theirs: number): string =>
  theirs < NOTHING ? (ours < NOTHING ? '=' : '-') : `${Number((ours / theirs).toPrecision(2))}×`;

/** Our figures as multiples of each peer's at the same terminal size; below 1 ours is better. */
export function ratioTable(ours: readonly ProgramRun[], peers: readonly ProgramRun[]): Table {
  const rows = peers.flatMap(({ name, size, figures }) =>
    ours
      .filter((run) => sizeName(run.size) === sizeName(size))
      .map((run) => [
        `${run.name} over ${run.showing} / ${name}`,
        sizeName(size),
        ...FIGURES.map(([, of]) => ratio(of(run.figures), of(figures))),
      ]),
  );
  return [['times the figure of a peer', 'size', ...FIGURES.map(([head]) => head)], ...rows];
}
