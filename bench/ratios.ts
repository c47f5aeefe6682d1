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

/** Less than this is nothing, and no multiple of it says anything: bytes, milliseconds, percent, megabytes. */
const NOTHING = 0.05;

/** Our figure as a multiple of a peer's, with two digits. */
const ratio = (ours: number, theirs: number): string =>
  theirs < NOTHING ? (ours < NOTHING ? '=' : '-') : `${Number((ours / theirs).toPrecision(2))}×`;

/** Our figures as multiples of those of each peer in a terminal of the same size; below 1 we are ahead. */
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
