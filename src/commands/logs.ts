import type { Api } from '../api/client.ts';
import { LOG_SERVICES, type LogEvent } from '../api/contract/logs.ts';
import { ApiError, type Failure } from '../api/failure.ts';
import { dateTime } from '../lib/format.ts';
import { suggestion } from '../lib/nearest.ts';
import { PRIORITY_WORDS } from '../lib/priority.ts';
import { visible } from '../lib/visible.ts';
import { plural } from '../lib/words.ts';
import { feedLog } from '../store/log/feed.ts';
import { readQuery, type LogChoice } from '../store/log/query.ts';
import type { LogsArguments } from './arguments.ts';
import { type CommandIo, reportError } from './io.ts';
import { LineWriter } from './lineWriter.ts';
import { withCluster } from './withCluster.ts';

/** An event as one line of text: time, host, service, priority and message. */
function logLine(
  event: LogEvent,
  hosts: ReadonlyMap<number, string>,
  { utc, unicode }: { readonly utc: boolean; readonly unicode: boolean },
): string {
  const { t, h, s = '-', p, m = '' } = event;
  const host = h === undefined ? '-' : (hosts.get(h) ?? `server ${h}`);
  const priority = p === undefined ? '-' : (PRIORITY_WORDS[p] ?? String(p));
  const time = dateTime(t === undefined ? undefined : t * 1000, utc);
  const clean = (text: string) => visible(text, unicode);
  return [time, clean(host), clean(s), priority, clean(m)].join(' ');
}

const FAILED = 1;

/** Names of the hosts by id; empty if the service does not provide them. */
async function hostNames(api: Api, signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const names = await api.listServerNames({}, { signal }).catch(() => []);
  return new Map(
    names.flatMap(({ id, hostname }) => (id === undefined || !hostname ? [] : [[id, hostname]])),
  );
}

/** A message of a service, with a full stop added if it has none. */
const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

/** The number of lines read to describe the log if no line matched. */
const EVIDENCE_LINES = 1000;

/** A description of the newest lines at any priority: their number and time span. */
async function describeNewest(api: Api, { services, utc }: LogsArguments, io: CommandIo): Promise<string> {
  const query = { ...readQuery({ services }), lines: EVIDENCE_LINES };
  const events = await api.readLogs({ query }, { signal: io.stopped }).catch(() => undefined);
  if (events === undefined) return '';
  const times = events.flatMap(({ t }) => t ?? []);
  if (events.length === 0) return ', nor at any other: there are no lines';
  const at = (seconds: number) => dateTime(seconds * 1000, utc);
  const span = times.length === 0 ? '' : `, from ${at(Math.min(...times))} to ${at(Math.max(...times))}`;
  return `; examined: the newest ${plural(events.length, 'line')}${span}`;
}

/** Reports that no line matched, with a suggestion for unknown names: a misspelled service looks like a silent one. */
async function reportNothingFound(api: Api, args: LogsArguments, io: CommandIo): Promise<void> {
  const { services, priority, lines } = args;
  if (lines === 0) return;
  const names = services.map((name) => {
    const known = isLogService(name) ? '' : suggestion(name, LOG_SERVICES);
    return `${JSON.stringify(name)}${known}`;
  });
  const by = names.length === 0 ? '' : ` by ${names.join(' or ')}`;
  const atPriority =
    priority === undefined ? '' : ` at priority ${PRIORITY_WORDS[priority] ?? priority} or above`;
  const evidence = priority === undefined ? '' : await describeNewest(api, args, io);
  reportError(io, `nothing was logged${by}${atPriority}${evidence}`);
}

const isLogService = (name: string): boolean =>
  /^osd\.\d+$/.test(name) || LOG_SERVICES.some((known) => known === name);

/**
 * Prints the log as it grows until the program is asked to end. The first read must succeed, else the command fails; later
 * failures are reported and retried.
 */
async function follow(api: Api, choice: LogChoice, args: LogsArguments, io: CommandIo): Promise<void> {
  const hosts = await hostNames(api, io.stopped);
  const look = { utc: args.utc, unicode: io.unicode };
  const writer = new LineWriter(io);
  const hopeless = new AbortController();
  let begun = false;
  /** The last failure, until lines arrive again. */
  let broken: Failure | undefined;
  const write = (event: LogEvent) => {
    begun = true;
    broken = undefined;
    writer.write(logLine(event, hosts, look));
  };
  await feedLog(
    { api, clock: io.clock },
    choice,
    {
      append: write,
      merge(events) {
        begun = true;
        if (events.length === 0) void reportNothingFound(api, args, io);
        for (const event of args.lines === 0 ? [] : events.slice(-args.lines)) write(event);
      },
      mode(mode, error) {
        // An open stream is a success even if it is silent for hours.
        if (mode === 'streaming') begun = true;
        if (error === undefined) return;
        if (begun && error.message !== broken?.message)
          reportError(io, `${sentence(error.message)} Trying again.`);
        broken = error;
        if (!begun) hopeless.abort();
      },
    },
    AbortSignal.any([io.stopped, hopeless.signal]),
  );
  await writer.close();
  if (!begun && broken !== undefined) throw new ApiError(broken);
}

async function read(api: Api, choice: LogChoice, args: LogsArguments, io: CommandIo): Promise<void> {
  const query = { ...readQuery(choice), lines: args.lines };
  const events = await api.readLogs({ query }, { signal: io.stopped });
  const hosts = await hostNames(api, io.stopped);
  const look = { utc: args.utc, unicode: io.unicode };
  if (events.length === 0) await reportNothingFound(api, args, io);
  const inOrder = events.toSorted((a, b) => (a.t ?? 0) - (b.t ?? 0));
  for (const event of inOrder) await io.out(`${logLine(event, hosts, look)}\n`);
}

/**
 * `storedeck logs`: prints the log of the cluster, oldest line first.
 * @returns 0, or 1 when the log cannot be read
 */
export async function showLogs(args: LogsArguments, io: CommandIo): Promise<number> {
  const choice: LogChoice = {
    services: args.services,
    ...(args.priority !== undefined && { maxPriority: args.priority }),
  };
  try {
    await withCluster(args, io, (api) => (args.follow ? follow : read)(api, choice, args, io));
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.failure.kind === 'cancelled') return 0;
    reportError(io, error.message);
    return FAILED;
  }
}
