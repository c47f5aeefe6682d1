// npm run bench: measures the console and similar programs (peers), in one run, in the same terminal. Options: --write puts
// the report into docs/performance.md; --sizes 80x24,200x50 and --osds 60,10000 choose the settings; --no-peers skips the
// peers; --load measures only a service that many consoles poll; --hostile only one that receives the largest bodies;
// --soak only the resources that a console holds after a long time: after --hours of accelerated time and --minutes of real
// time; --ceph-scale only a service on a real monitor with a map of --osds OSDs (10 minutes for 10,000); --ceph-faults
// only what is told about faults of a real cluster of three monitors (docs/reliability.md; 25 minutes), --only NAME,... some of
// them; --causes only how often the diagnosis is right (docs/causes.md), with --seeds faults of each kind.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/lib/project.mjs';
import { messageOf } from '../src/lib/thrown.ts';
import { fakeClock } from '../test/support/fakeClock.ts';
import { hostileVerdicts, loadVerdicts, verdicts, type ConsoleRun } from './budgets.ts';
import { LOSS_KINDS, measureHealing } from './causes/healing.ts';
import { FIRST_SEED, measureCauses } from './causes/measure.ts';
import { causesReport, healingReport } from './causes/report.ts';
import { measureCephFaults } from './cephFaults/measure.ts';
import { faultsReport } from './cephFaults/report.ts';
import { missingForLargeMap } from './cephScale/cluster.ts';
import { measureCephScale } from './cephScale/measure.ts';
import { scaleReport } from './cephScale/report.ts';
import { sizeName, type Size } from './figures.ts';
import { measureHostile } from './hostile.ts';
import { measureLoad } from './load.ts';
import { installedPeers, type Peer } from './peers.ts';
import { measureProgram } from './program.ts';
import {
  hostileReport,
  insertReport,
  loadReport,
  machine,
  report,
  type ProgramRun,
  type ReportPart,
  soakReport,
} from './report.ts';
import { measureSoak, soakVerdicts } from './soak.ts';
import { measureConsole, measureSpecial } from './storedeck.ts';

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: true },
    load: { type: 'boolean', default: false },
    hostile: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    'ceph-scale': { type: 'boolean', default: false },
    'ceph-faults': { type: 'boolean', default: false },
    only: { type: 'string' },
    causes: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '20' },
    hours: { type: 'string', default: '24' },
    minutes: { type: 'string', default: '10' },
    sizes: { type: 'string', default: '80x24,200x50' },
    osds: { type: 'string', default: '60,10000' },
  },
  allowNegative: true,
});

const sizes: Size[] = options.sizes.split(',').map((size) => {
  const [cols = 80, rows = 24] = size.split('x').map(Number);
  return { cols, rows };
});
const scales = options.osds.split(',').map(Number);

const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

/** The attempts to measure a peer: we cannot fix it, and its failure must not abort a run of a quarter of an hour. */
const TRIES = 3;

/** The figures of a peer, or undefined if it fails to show its data. */
async function measurePeer({ name, showing, ...program }: Peer, size: Size): Promise<ProgramRun | undefined> {
  for (let left = TRIES; left > 0; left--) {
    say(`${name} at ${sizeName(size)}`);
    try {
      return { name, showing, size, figures: await measureProgram(program, size) };
    } catch (error) {
      say(`${name} failed: ${messageOf(error)}`);
    }
  }
  return undefined;
}

async function measurePeers(folder: string): Promise<ProgramRun[]> {
  const runs: (ProgramRun | undefined)[] = [];
  for (const peer of installedPeers(folder)) {
    for (const size of sizes) runs.push(await measurePeer(peer, size));
  }
  return runs.filter((run) => run !== undefined);
}

async function measureConsoles(folder: string): Promise<ConsoleRun[]> {
  const runs: ConsoleRun[] = [];
  for (const osds of scales) {
    for (const size of sizes) {
      say(`storedeck at ${sizeName(size)} over ${osds} OSDs`);
      runs.push({ size, osds, figures: await measureConsole(folder, osds, size) });
    }
  }
  return runs;
}

async function measureScreens(folder: string): Promise<string> {
  const where = machine(new Date());
  const consoles = await measureConsoles(folder);
  say('storedeck on a thin link, under a flood of log lines, over 20000 OSDs');
  const special = await measureSpecial(folder);
  const peers = options.peers ? await measurePeers(folder) : [];
  const ours = consoles.map(({ osds, ...run }) => ({ ...run, name: 'storedeck', showing: `${osds} OSDs` }));
  return report(where, verdicts(consoles, special), { ours, peers });
}

async function measureService(folder: string): Promise<string> {
  const where = machine(new Date());
  const runs = await measureLoad(folder, say);
  return loadReport(where, loadVerdicts(runs), runs);
}

async function measureHostility(folder: string): Promise<string> {
  const where = machine(new Date());
  const figures = await measureHostile(folder, say);
  return hostileReport(where, hostileVerdicts(figures), figures);
}

async function measureEndurance(folder: string): Promise<string> {
  const where = machine(new Date());
  // The thirds of the samples are compared, so there must be at least three.
  const lengths = {
    hours: Math.max(3, Number(options.hours)),
    minutes: Math.max(3, Number(options.minutes)),
  };
  const runs = await measureSoak(folder, lengths, say);
  return soakReport(where, soakVerdicts(runs), runs);
}

async function measureDiagnosis(): Promise<string> {
  const where = machine(new Date());
  const sizes = scales.map((osds) => ({ osds, seeds: seedsAt(osds) }));
  const figures = [];
  for (const size of sizes) figures.push(await measureCauses(size, fakeClock, say));
  const seeds = Array.from({ length: Number(options.seeds) }, (_, index) => FIRST_SEED + index);
  const healing = [];
  for (const kind of LOSS_KINDS) {
    say(`healing after the loss of ${kind}`);
    healing.push(await measureHealing(kind, 60, seeds, fakeClock));
  }
  return [where, ...figures.map(causesReport), healingReport(healing)].join('\n\n');
}

async function measureLargeCeph(folder: string): Promise<string> {
  const missing = await missingForLargeMap();
  if (missing !== undefined) throw new Error(missing);
  const where = machine(new Date());
  const runs = [];
  for (const osds of scales) runs.push(...(await measureCephScale(folder, osds, say)));
  return scaleReport(where, runs);
}

async function measureFaults(): Promise<string> {
  const where = machine(new Date());
  return faultsReport(where, await measureCephFaults(say, options.only));
}

/** The number of seeds for a cluster size. Simulating large clusters takes long, so each factor of ten takes a third as many. */
const seedsAt = (osds: number): number =>
  Math.ceil(Number(options.seeds) / 3 ** Math.max(0, Math.log10(osds / 60)));

/** The documents of the reports that are not in performance.md. */
const documentOf: { readonly [Part in ReportPart]?: string } = {
  causes: 'causes.md',
  cephFaults: 'reliability.md',
};

const folder = mkdtempSync(join(tmpdir(), 'storedeck-bench-'));
const chosen = ['soak', 'load', 'hostile', 'ceph-scale', 'ceph-faults', 'causes'] as const;
const only = chosen.some((name) => options[name]);
const parts = {
  ...(!only && { console: measureScreens }),
  ...((!only || options.load) && { load: measureService }),
  ...((!only || options.hostile) && { hostile: measureHostility }),
  ...(options.soak && { soak: measureEndurance }),
  ...(options['ceph-scale'] && { cephScale: measureLargeCeph }),
  ...(options['ceph-faults'] && { cephFaults: measureFaults }),
  ...(options.causes && { causes: measureDiagnosis }),
};
try {
  for (const [part, measure] of Object.entries(parts) as [ReportPart, typeof measureService][]) {
    const text = await measure(folder);
    process.stdout.write(`${text}\n`);
    if (!options.write) continue;
    const document = join(root, 'docs', documentOf[part] ?? 'performance.md');
    writeFileSync(document, insertReport(readFileSync(document, 'utf8'), part, text));
    say(`${document} holds these figures now`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
