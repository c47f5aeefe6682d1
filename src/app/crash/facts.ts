import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../lib/thrown.ts';
import { VERSION } from '../../lib/version.ts';
import { tierIn } from '../../store/action/flow.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { type CrashFacts, crashReport, secretsIn } from './crash.ts';

/** The open views, without the names of the objects they show. */
function screenFacts({ view }: Shown): string[] {
  const { focus, zoomed, overlays } = view.getState();
  const over = overlays.map((overlay) =>
    overlay.kind === 'screen'
      ? `screen ${overlay.screen}`
      : overlay.kind === 'action'
        ? `action ${tierIn(overlay.flow)}, ${overlay.flow.phase.step}`
        : overlay.kind,
  );
  return [`deck, ${focus}${zoomed ? ' over the whole screen' : ''}`, ...over];
}

function factsOf(
  cockpit: Known & Shown,
  { env, versions, platform, arch, stdout }: NodeJS.Process,
): Omit<CrashFacts, 'reason'> {
  const { choice, roundTripMs } = cockpit.link.store.getState();
  const trip = roundTripMs === undefined ? 'unknown' : `${roundTripMs} ms`;
  return {
    at: cockpit.clock.now(),
    versions: [`storedeck ${VERSION}`, `Node ${versions.node}`, `${platform} ${release()} ${arch}`],
    terminal: `TERM=${env['TERM'] ?? ''}, ${stdout.columns}x${stdout.rows}, round trip ${trip}, slow ${choice}`,
    screen: screenFacts(cockpit),
    keys: cockpit.keys.list(),
    requests: cockpit.requests.list(),
    secrets: secretsIn(env),
  };
}

/** The number of reports to keep. */
const KEPT = 10;
const NAME = /^crash-[\dTZ-]+(?:-\d+)?\.txt$/;

/**
 * Writes a crash report that only its owner can read, and removes the oldest reports. Synchronous, as the program is about
 * to exit.
 * @param folder the program's state folder
 * @param at milliseconds since the epoch
 * @returns the path of the file
 * @throws the error of the file system
 */
export function writeCrashReport(folder: string, at: number, text: string): string {
  const reports = join(folder, 'crashes');
  mkdirSync(reports, { recursive: true, mode: 0o700 });
  const moment = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const file = join(reports, `crash-${moment}-${process.pid}.txt`);
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  const all = readdirSync(reports).filter((name) => NAME.test(name));
  // The names sort by time.
  for (const name of all.toSorted().slice(0, -KEPT)) rmSync(join(reports, name), { force: true });
  return file;
}

/** Writes a crash report and returns a sentence that says where it is. Never throws, whatever part of the program failed. */
export function keepCrashReport(cockpit: Known & Shown, process: NodeJS.Process, reason: unknown): string {
  try {
    const facts = factsOf(cockpit, process);
    const file = writeCrashReport(cockpit.folder, facts.at, crashReport({ ...facts, reason }));
    return `A report, without tokens and what was typed, is in ${file}`;
  } catch (error) {
    return `The report could not be saved: ${messageOf(error)}`;
  }
}
