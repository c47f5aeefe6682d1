// npm run bench: the console beside its peers, in one run, in the same terminal. Options: --write puts the report
// into docs/performance.md; --sizes 80x24,200x50 and --osds 60,10000 choose the settings; --no-peers leaves them out.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/lib/project.mjs';
import { verdicts, type ConsoleRun } from './budgets.ts';
import { sizeName, type Size } from './figures.ts';
import { installedPeers } from './peers.ts';
import { measureProgram } from './program.ts';
import { insertReport, machine, report, type ProgramRun } from './report.ts';
import { measureConsole, measureSpecial } from './storedeck.ts';

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: true },
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

async function measurePeers(folder: string): Promise<ProgramRun[]> {
  const runs: ProgramRun[] = [];
  for (const { name, showing, ...program } of installedPeers(folder)) {
    for (const size of sizes) {
      say(`${name} at ${sizeName(size)}`);
      runs.push({ name, showing, size, figures: await measureProgram(program, size) });
    }
  }
  return runs;
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

const folder = mkdtempSync(join(tmpdir(), 'storedeck-bench-'));
try {
  const where = machine(new Date());
  const consoles = await measureConsoles(folder);
  say('storedeck on a thin link, under a flood of log lines, over 20000 OSDs');
  const special = await measureSpecial(folder);
  const peers = options.peers ? await measurePeers(folder) : [];
  const ours = consoles.map(({ osds, ...run }) => ({ ...run, name: 'storedeck', showing: `${osds} OSDs` }));
  const text = report(where, verdicts(consoles, special), [...ours, ...peers]);
  process.stdout.write(text);
  if (options.write) {
    const document = join(root, 'docs', 'performance.md');
    writeFileSync(document, insertReport(readFileSync(document, 'utf8'), text));
    say(`${document} holds these figures now`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
