import { describe, expect, test, vi } from 'vitest';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { LineWriter } from '../../src/commands/lineWriter.ts';
import { type Section, Refusal } from '../../src/service/engine.ts';
import { serve, TOKEN } from '../service/http/serve.ts';
import { tinyEngine } from '../service/tinyEngine.ts';
import { fakeIo } from './fakeIo.ts';
import { onService, run } from './onService.ts';

const events: LogEvent[] = [
  { c: '2', t: 1_795_184_527.5, m: 'second \u001b[2J', s: 'osd.3', h: 1, p: 3 },
  { c: '1', t: 1_795_184_520, m: 'first', s: 'mon', h: 9, p: 6 },
  { c: '3', t: 1_795_184_530 },
];
const lines = [
  '2026-11-20 14:22:00Z server 9 mon info first',
  '2026-11-20 14:22:07Z stor-01 osd.3 error second ␛[2J',
  '2026-11-20 14:22:10Z - - - ',
];
const listServerNames = () => [{ id: 1, hostname: 'stor-01' }];

/** The message of a followed log on standard error before anything is logged. */
async function follow(args: readonly string[], handlers: Section): Promise<string> {
  const engine = tinyEngine({
    ...handlers,
    // A log that stays silent while it is followed.
    followLogs: (_input, { signal }) =>
      (async function* silence(): AsyncGenerator<LogEvent> {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield* [];
      })(),
  });
  const { url } = await serve(engine);
  const io = fakeIo({ env: { STOREDECK_TOKEN: TOKEN, STOREDECK_URL: url } });
  const ended = run(['logs', '-f', ...args], io);
  await vi.waitFor(() => expect(io.written.err).not.toBe(''), { timeout: 20_000 });
  io.stop();
  await ended;
  return io.written.err;
}

describe('storedeck logs', () => {
  test('logs writes the log oldest first, without terminal control sequences', async () => {
    const queries: unknown[] = [];
    const { code, out, err } = await onService(
      {
        readLogs({ query }) {
          queries.push(query);
          return events;
        },
        listServerNames,
      },
      ['logs', '--utc', '-s', 'mon', '-s', 'smb', '-p', '1', '-n', '7'],
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n')).toEqual([...lines, '']);
    expect(queries).toEqual([{ service: ['mon', 'samba'], priority: [0, 1], lines: 7 }]);
  });

  test('logs gives the reason if the log cannot be read', async () => {
    expect(await onService({}, ['logs'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('not possible on this cluster') as string,
    });
    const readLogs = () => {
      throw new Refusal(503, 'the log is being moved');
    };
    expect(await onService({ readLogs }, ['logs', '-f'])).toMatchObject({
      code: 1,
      err: 'storedeck: the log is being moved\n',
    });
  });

  test('logs reports that a service has logged nothing, which may mean that the service does not exist', async () => {
    const readLogs = () => [];
    const asked = await onService({ readLogs, listServerNames }, ['logs', '-s', 'nosuch', '-s', 'mgrr']);
    expect(asked).toMatchObject({
      code: 0,
      out: '',
      err: 'storedeck: nothing was logged by "nosuch" or "mgrr" (did you mean "mgr"?)\n',
    });
    const atPriority = await onService({ readLogs, listServerNames }, ['logs', '-s', 'mon', '-p', 'err']);
    expect(atPriority.err).toBe(
      'storedeck: nothing was logged by "mon" at priority error or above, nor at any other: there are no lines\n',
    );
    expect((await onService({ readLogs, listServerNames }, ['logs'])).err).toBe(
      'storedeck: nothing was logged\n',
    );
    const none = await onService({ readLogs, listServerNames }, ['logs', '-s', 'nosuch', '-n', '0']);
    expect(none.err).toBe('');
  });

  test('logs names the lines it searched if none has the priority', async () => {
    const readLogs = ({ query }: { query?: { priority?: readonly number[] | undefined } }) =>
      query?.priority === undefined ? events.slice(0, 2) : [];
    const { code, out, err } = await onService({ readLogs, listServerNames }, [
      'logs',
      '--utc',
      '-p',
      'crit',
    ]);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toBe(
      'storedeck: nothing was logged at priority critical or above; examined: the newest 2 lines, ' +
        'from 2026-11-20 14:22:00Z to 2026-11-20 14:22:07Z\n',
    );
    const followed = await follow(['-p', 'crit'], { readLogs, listServerNames });
    expect(followed).toMatch(/^storedeck: nothing was logged at priority critical or above; examined/);
  });

  test('logs sorts lines without a time first, and says less if the newest lines cannot be read', async () => {
    const readLogs = () => [...events.slice(0, 2), { m: 'no time' }];
    const { out } = await onService({ readLogs, listServerNames }, ['logs', '--utc']);
    expect(out.split('\n').map((line) => line.split(' ').at(-1))).toEqual(['time', 'first', '␛[2J', '']);
    const refusing = ({ query }: { query?: { priority?: readonly number[] | undefined } }) => {
      if (query?.priority === undefined) throw new Refusal(503, 'the log is being moved');
      return [];
    };
    const { code, err } = await onService({ readLogs: refusing, listServerNames }, ['logs', '-p', 'crit']);
    expect({ code, err }).toEqual({
      code: 0,
      err: 'storedeck: nothing was logged at priority critical or above\n',
    });
  });

  test('logs that are interrupted while they are read end without a complaint', async () => {
    const asked = Promise.withResolvers<void>();
    const readLogs = () => {
      asked.resolve();
      return new Promise<LogEvent[]>(() => undefined);
    };
    const { url } = await serve(tinyEngine({ readLogs, listServerNames }));
    const io = fakeIo({ env: { STOREDECK_TOKEN: TOKEN, STOREDECK_URL: url } });
    const ended = run(['logs'], io);
    await asked.promise;
    io.stop();
    expect(await ended).toBe(0);
    expect(io.written).toMatchObject({ out: '', err: '' });
  });

  test('logs -f ends if the service has no log at all', async () => {
    const none = () => {
      throw new Refusal(404, 'no such page');
    };
    const { code, out, err } = await onService({ readLogs: none, followLogs: none }, ['logs', '-f']);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'storedeck: no such page\n' });
  });

  test('logs -f retries after an interruption and says so in whole sentences', async () => {
    let reads = 0;
    const readLogs = () => {
      if (reads++ === 0) return events;
      throw new Refusal(503, 'the log is being moved');
    };
    const followLogs = () => {
      throw new Refusal(503, 'the log is being moved');
    };
    const { url } = await serve(tinyEngine({ readLogs, followLogs, listServerNames }));
    const io = fakeIo({ env: { STOREDECK_TOKEN: TOKEN, STOREDECK_URL: url } });
    const ended = run(['logs', '-f'], io);
    await vi.waitFor(() => expect(io.written.err).not.toBe(''), { timeout: 20_000 });
    io.stop();
    expect(await ended).toBe(0);
    expect(io.written.err).toBe('storedeck: the log is being moved. Trying again.\n');
  });

  test('logs -f writes new lines until it is interrupted', async () => {
    const later: LogEvent = { c: '4', t: 1_795_184_540, m: 'later', s: 'mgr', h: 1, p: 4 };
    const inOrder = events.toSorted((a, b) => (a.t ?? 0) - (b.t ?? 0));
    const engine = tinyEngine({
      readLogs: () => inOrder,
      listServerNames,
      async *followLogs(_input, { signal }) {
        yield* inOrder;
        yield later;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    const { url } = await serve(engine);
    const io = fakeIo({ env: { STOREDECK_TOKEN: TOKEN, STOREDECK_URL: url } });
    const ended = run(['logs', '-f', '--utc', '-n', '2'], io);
    await vi.waitFor(() => expect(io.written.out).toContain('later'), 30_000);
    io.stop();
    expect(await ended).toBe(0);
    expect(io.written.out.split('\n')).toEqual([
      ...lines.slice(1),
      '2026-11-20 14:22:20Z stor-01 mgr warning later',
      '',
    ]);
  });
});

test('a log line that arrives while earlier ones are written is written, too', async () => {
  for (let turns = 0; turns < 8; turns++) {
    let taken = '';
    const writer = new LineWriter({
      ...fakeIo(),
      out: (text) => {
        taken += text;
        return Promise.resolve();
      },
    });
    writer.write('first');
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    writer.write('second');
    await writer.close();
    expect(taken.split('\n'), `after ${turns} turns`).toEqual(['first', 'second', '']);
  }
});

test('log lines that a slow reader does not take are counted and dropped', async () => {
  const taken: string[] = [];
  const release = Promise.withResolvers<void>();
  const io = {
    ...fakeIo(),
    async out(text: string) {
      taken.push(text);
      if (taken.length === 1) await release.promise;
    },
  };
  const writer = new LineWriter(io);
  for (let line = 0; line < 250_000; line++) writer.write(String(line));
  release.resolve();
  await writer.close();
  const written = taken.join('').split('\n');
  expect(written[0]).toBe('0');
  expect(written).toContain('100000');
  expect(written.at(-2)).toBe('(149999 lines left out: the reader is slower than the log)');
});
