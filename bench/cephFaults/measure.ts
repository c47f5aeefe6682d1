import { setTimeout as sleep } from 'node:timers/promises';
import { FAULTS, type Fault } from './faults.ts';
import { type Account, Journal } from './journal.ts';
import { Lab, until } from './lab.ts';
import { Readings } from './readings.ts';
import { TASK_FAULTS } from './tasks.ts';

const CALM_MS = 4000;
/** The number of different words of the status that are reported. */
const TOLD = 3;

/** Something that was told, and the seconds after the fault. */
export interface Told {
  readonly text: string;
  readonly afterS: number;
}

/** A fault, what was told about it, and what became of the writes. */
export interface FaultRun {
  readonly about: string;
  /** The first different words of the status. */
  readonly status: readonly Told[];
  /** The finding of doctor about the cluster of the configuration file. */
  readonly doctor: string;
  /** The words of the task that was interrupted. */
  readonly task: string;
  /** The first refusal of each list. */
  readonly refusals: readonly Told[];
  /** The longest wait for a list in seconds, and its name. */
  readonly longest: { readonly of: string; readonly s: number };
  /** The seconds from the end of the fault until everything answers again, with HEALTH_OK. */
  readonly wellS: number;
  readonly account: Account;
}

/** The first of each text; numbers that change make no other text. */
function firstOfEach(told: readonly Told[]): readonly Told[] {
  const firsts = new Map<string, Told>();
  for (const one of told) {
    const kind = one.text.replaceAll(/\d+/g, '0');
    if (!firsts.has(kind)) firsts.set(kind, one);
  }
  return [...firsts.values()];
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

async function measure(lab: Lab, fault: Fault, round: number): Promise<FaultRun> {
  await until('the cluster is well', () => lab.isWell());
  await fault.prepare?.(lab);
  const journal = new Journal(lab.api, round);
  await using readings = new Readings(lab.api);
  await sleep(CALM_MS);
  const injectedAt = Date.now();
  const heal = await fault.inject(lab);
  // A service that is started for the fault does not answer before it has started.
  const start = fault.access ? Date.now() : injectedAt;
  await sleep(fault.lastsMs);
  const doctor = fault.access ? await lab.doctor(fault.access(lab)) : '';
  const ended = Date.now();
  const task = await heal();
  // Of a fault that lasts no time, some is seen first.
  if (fault.lastsMs === 0) await sleep(CALM_MS);
  const from = Date.now();
  await until(`all is well after: ${fault.about}`, async () =>
    readings.areWellSince(Math.max(from, Date.now() - 3000)) && journal.isWellSince(from) ? true : undefined,
  );
  const wellS = seconds(Date.now() - ended);
  const account = await journal.close();
  // The same is true of the one that is started after it.
  const during = readings.since(start).filter(({ at }) => !fault.access || at < ended);
  const told = (of: (name: string) => boolean) =>
    during
      .filter((reading) => of(reading.of) && !reading.isGood)
      .map(({ of: name, at, ms, told: text }) => ({
        text: of('status') ? text : `${name}: ${text}`,
        afterS: seconds(at + ms - start),
      }));
  const lists = during.filter((reading) => reading.of !== 'status');
  const slowest = lists.toSorted((one, other) => other.ms - one.ms)[0];
  return {
    about: fault.about,
    status: firstOfEach(told((name) => name === 'status')).slice(0, TOLD),
    doctor,
    task: typeof task === 'string' ? task : '',
    refusals: firstOfEach(told((name) => name !== 'status')),
    longest: { of: slowest?.of ?? '', s: seconds(slowest?.ms ?? 0) },
    wellS,
    account,
  };
}

/** Puts each fault into a cluster of three monitors. @param only the name of the only fault to measure */
export async function measureCephFaults(
  say: (line: string) => void,
  only?: string,
): Promise<readonly FaultRun[]> {
  const all = { ...FAULTS, ...TASK_FAULTS };
  const chosen = Object.entries(all).filter(([name]) => only === undefined || only.split(',').includes(name));
  if (chosen.length === 0) throw new Error(`--only names none of ${Object.keys(all).join(', ')}`);
  await using lab = await Lab.create();
  const runs: FaultRun[] = [];
  for (const [index, [name, fault]] of chosen.entries()) {
    say(`fault ${name}`);
    const one = await measure(lab, fault, index + 1).catch((failure: unknown) => {
      say(`${name} was not measured: ${String(failure)}`);
      return undefined;
    });
    if (one === undefined) continue;
    say(JSON.stringify(one));
    runs.push(one);
  }
  return runs;
}
