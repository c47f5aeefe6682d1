import { cpus, loadavg, release } from 'node:os';
import type { Verdict, Verdicts } from './budgets.ts';
import { sizeName, type HostileFigures, type LoadRun, type ProgramFigures, type Size } from './figures.ts';
import { ratioTable } from './ratios.ts';
import type { SoakRuns } from './soak.ts';

/** A program measured at one terminal size. */
export interface ProgramRun {
  readonly name: string;
  readonly showing: string;
  readonly size: Size;
  readonly figures: ProgramFigures;
}

/** Rows of cells; the first row is the heading. */
export type Table = readonly (readonly string[])[];

export const number = (value: number): string =>
  value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');

/** The date and the machine of the measurement. */
export function machine(now: Date): string {
  const [cpu] = cpus();
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return (
    `${now.toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ` +
    `Linux ${release()}, Node ${process.versions.node}, load ${load}`
  );
}

const isWithin = ({ measured, budget }: Verdict): boolean => measured <= budget;

const comparison = (verdict: Verdict): string =>
  `${number(verdict.measured)} ${isWithin(verdict) ? '≤' : '**>**'} ${number(verdict.budget)}`;

/** The verdicts as a Markdown list. */
export const verdictList = (verdicts: readonly Verdict[]): string =>
  verdicts
    .map((verdict) => `- ${verdict.what} (${verdict.where}), ${verdict.unit}: ${comparison(verdict)}`)
    .join('\n');

/** A table with one row per budget and one column per setting. */
function verdictTable(verdicts: readonly Verdict[]): Table {
  const settings = [...new Set(verdicts.map(({ where }) => where))];
  const lines = Object.entries(Object.groupBy(verdicts, ({ what, unit }) => `${what}, ${unit}`));
  const rows = lines.map(([line, ofLine = []]) => [
    line,
    ...settings.map((setting) =>
      ofLine
        .filter(({ where }) => where === setting)
        .map(comparison)
        .join(),
    ),
  ]);
  return [['measured against its budget', ...settings], ...rows];
}

function programTable(runs: readonly ProgramRun[]): Table {
  const rows = runs.map(({ name, showing, size, figures }) => [
    name,
    showing,
    sizeName(size),
    number(figures.firstDataMs),
    number(figures.moveBytes),
    number(figures.edgeBytes),
    `${number(figures.keyMs)} / ${number(figures.keyP95Ms)}`,
    number(figures.idleBytesPerSecond),
    number(figures.idleCpuPercent),
    number(figures.memoryMb),
  ]);
  const head = [
    'program',
    'showing',
    'size',
    'data ms',
    'B/key',
    'B/key at the edge',
    'key ms, median / 95 %',
    'idle B/s',
  ];
  return [[...head, 'idle % CPU', 'PSS MB'], ...rows];
}

function loadTable(runs: readonly LoadRun[]): Table {
  const rows = runs.map(({ showing, consoles, figures }) => [
    showing,
    String(consoles),
    number(figures.readsPerSecond),
    number(figures.medianMs),
    number(figures.p99Ms),
    number(figures.cpuPercent),
    number(figures.memoryMb),
    figures.commandsPerSecond === undefined ? '' : number(figures.commandsPerSecond),
  ]);
  const head = ['service over', 'consoles', 'reads/s', 'read ms, median', '99 %', '% CPU', 'PSS MB'];
  return [[...head, 'cluster commands/s'], ...rows];
}

function hostileTable(figures: readonly HostileFigures[]): Table {
  const rows = figures.map(({ content, bytes, status, answeredMs, longestWaitMs }) => [
    content,
    number(bytes / 1e6),
    status === undefined ? 'closed' : String(status),
    number(answeredMs),
    number(longestWaitMs),
  ]);
  return [['body of', 'MB', 'answer', 'answered after ms', 'longest wait of another, ms'], ...rows];
}

/** A Markdown table with aligned columns, readable as plain text too. */
export function markdown(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...rows] = table;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/**
 * The whole report as Markdown, readable as plain text too.
 * @param ours the runs of the console on clusters of several sizes, the largest last
 * @param everywhere the verdicts on figures measured in every setting
 * @param once the verdicts on figures measured in a single setting
 */
export function report(
  where: string,
  { everywhere, once }: Verdicts,
  { ours, peers }: { readonly ours: readonly ProgramRun[]; readonly peers: readonly ProgramRun[] },
): string {
  const all = [...everywhere, ...once];
  const largest = ours.filter(({ showing }) => showing === ours.at(-1)?.showing);
  const ratios = peers.length > 0 ? `\n${markdown(ratioTable(largest, peers))}\n` : '';
  return `${where}

${markdown(programTable([...ours, ...peers]))}
${ratios}
${markdown(verdictTable(everywhere))}

${verdictList(once)}

${all.filter(isWithin).length} of ${all.length} figures are within their budgets.
`;
}

/** The report on services that many consoles poll. */
export function loadReport(where: string, verdicts: readonly Verdict[], runs: readonly LoadRun[]): string {
  return `${where}

${markdown(loadTable(runs))}

${verdictList(verdicts)}
`;
}

/** The report on the effect of one client's large bodies on another client. */
export function hostileReport(
  where: string,
  verdicts: readonly Verdict[],
  figures: readonly HostileFigures[],
): string {
  return `${where}

${markdown(hostileTable(figures))}

${verdictList(verdicts)}
`;
}

/** The number of samples of a soak that are shown: the first, some between, the last. */
const SHOWN = 6;

function spread<T>(samples: readonly T[]): readonly T[] {
  const last = samples.length - 1;
  const steps = Math.min(SHOWN - 1, last);
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((step * last) / (steps || 1))).flatMap(
    (index) => samples[index] ?? [],
  );
}

function soakTables({ day, console }: SoakRuns): readonly Table[] {
  const hours = spread(day).map((sample) => [
    `${sample.hours} h`,
    sample.requests.toLocaleString('en'),
    sample.failed.toLocaleString('en'),
    sample.logReceived.toLocaleString('en'),
    number(sample.heapMb),
    String(sample.timers),
    String(sample.listeners),
    sample.recordedRequests.toLocaleString('en'),
  ]);
  const minutes = spread(console).map((sample) => [
    `${sample.minutes} min`,
    sample.requests.toLocaleString('en'),
    number(sample.heapMb),
    number(sample.pssMb),
    ...[sample.handles, sample.files, sample.timers, sample.listeners].map(String),
  ]);
  const heads = {
    day: [
      'accelerated',
      'requests',
      'failed',
      'log lines',
      'heap MB',
      'timers',
      'listeners',
      'requests recorded',
    ],
    console: ['as it is', 'requests', 'heap MB', 'PSS MB', 'handles', 'open files', 'timers', 'listeners'],
  };
  return [
    [heads.day, ...hours],
    [heads.console, ...minutes],
  ];
}

/** The report on the resources of a console over a long time. */
export function soakReport(where: string, verdicts: readonly Verdict[], runs: SoakRuns): string {
  const flat = verdicts.every(isWithin);
  return `${where}

${soakTables(runs).map(markdown).join('\n\n')}

${verdictList(verdicts)}

${flat ? 'Nothing grows.' : '**Something grows.**'}
`;
}

/** The marks in the document around each report. */
const MARKS = {
  console: ['<!-- bench: begin (npm run bench -- --write) -->', '<!-- bench: end -->'],
  load: ['<!-- load: begin (npm run bench -- --load --write) -->', '<!-- load: end -->'],
  hostile: ['<!-- hostile: begin (npm run bench -- --hostile --write) -->', '<!-- hostile: end -->'],
  soak: ['<!-- soak: begin (npm run bench -- --soak --write) -->', '<!-- soak: end -->'],
  cephScale: [
    '<!-- ceph-scale: begin (npm run bench -- --ceph-scale --write) -->',
    '<!-- ceph-scale: end -->',
  ],
  cephFaults: [
    '<!-- ceph-faults: begin (npm run bench -- --ceph-faults --write) -->',
    '<!-- ceph-faults: end -->',
  ],
  causes: ['<!-- causes: begin (npm run bench -- --causes --write) -->', '<!-- causes: end -->'],
} as const;

export type ReportPart = keyof typeof MARKS;

/**
 * The document with a report inserted between its marks.
 * @throws if the marks are missing
 */
export function insertReport(document: string, part: ReportPart, text: string): string {
  const [first, last] = MARKS[part];
  const [begin, end] = [document.indexOf(first), document.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`the document lacks the marks ${first} and ${last}`);
  return `${document.slice(0, begin + first.length)}\n\n${text}\n${document.slice(end)}`;
}
