import { describe, expect, it } from 'vitest';
import type { LogEvent } from '../../../../src/api/contract/logs.ts';
import { createSimEngine, type SimEngine } from '../../../../src/service/sim/engine.ts';
import { SimLogBook } from '../../../../src/service/sim/log/book.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { simulate } from '../support.ts';

const by = 'operator';
const context = { signal: new AbortController().signal, by };
const read = async ({ handlers }: SimEngine, query: Record<string, unknown> = {}) =>
  handlers.readLogs({ query }, context);
const all = { after: 0, before: 1e12 };

describe('reading the log', () => {
  it('reading the log returns the newest lines, the oldest of them first', async () => {
    const engine = simulate();
    const whole = await read(engine, { ...all });
    expect(await read(engine, { lines: 7 })).toEqual(whole.slice(-7));
    expect(await read(engine)).toEqual(whole.slice(-100));
    expect(whole.every((event, index) => index === 0 || event.t! >= whole[index - 1]!.t!)).toBe(true);
  });

  it('reading the log with the cursor of the last line returns every line once', async () => {
    const engine = simulate();
    const whole = await read(engine, { ...all });
    const pages: LogEvent[] = [];
    let page = await read(engine, { after: 0, lines: 13 });
    while (page.length > 0) {
      pages.push(...page);
      page = await read(engine, { cursor: pages.at(-1)!.c, lines: 13 });
    }
    expect(pages).toEqual(whole);
  });

  it('reading the log by time range returns all lines, whatever limit is given', async () => {
    const engine = simulate();
    const whole = await read(engine, { ...all });
    const [after, before] = [whole[20]!.t!, whole[60]!.t!];
    expect(await read(engine, { after, before, lines: 3 })).toEqual(whole.slice(20, 61));
  });

  it.each([
    ['server', { server: 3 }, ({ h }: LogEvent) => h === 3],
    ['priority', { priority: [3, 4] }, ({ p }: LogEvent) => p === 3 || p === 4],
    ['service', { service: ['mon', 'kernel'] }, ({ s }: LogEvent) => s === 'mon' || s === 'kernel'],
    ['one OSD', { service: ['osd.7'] }, ({ s }: LogEvent) => s === 'osd.7'],
    ['all OSDs', { service: ['osd.*'] }, ({ s }: LogEvent) => s!.startsWith('osd.')],
    [
      'a systemd unit',
      { service: ['ceph-osd@7.service', 'ceph-mon@a'] },
      ({ s }: LogEvent) => s === 'osd.7' || s === 'mon',
    ],
  ])('reading the log filters by %s', async (_name, filter, matches) => {
    const engine = simulate({ scenario: 'failing-disk' });
    engine.cluster.killOsd(7);
    engine.cluster.step(5);
    engine.cluster.startOsd(7);
    engine.cluster.step(5);
    const whole = await read(engine, { ...all });
    const filtered = await read(engine, { ...all, ...filter });
    expect(filtered.length).toBeGreaterThan(0);
    expect(filtered).toEqual(whole.filter(matches));
  });

  it('reading the log refuses half a time range and unknown cursors', async () => {
    const engine = simulate();
    await expect(async () => read(engine, { before: 5 })).rejects.toThrow(/needs both ends/);
    await expect(async () => read(engine, { after: 5, before: 4 })).rejects.toThrow(/ends before it starts/);
    await expect(async () => read(engine, { cursor: 's=other;i=1' })).rejects.toThrow(
      /does not belong to this log/,
    );
  });
});

describe('following the log', () => {
  async function follow(
    query: Record<string, unknown>,
    seconds: number,
  ): Promise<{ engine: SimEngine; events: LogEvent[] }> {
    const clock = fakeClock();
    const engine = createSimEngine({ clock, scenario: 'calm' });
    const caller = new AbortController();
    const events: LogEvent[] = [];
    const stream = await engine.handlers.followLogs(
      { query: { before: -1, ...query } },
      { signal: caller.signal, by },
    );
    const reading = (async () => {
      for await (const event of stream) events.push(event);
    })();
    await clock.advance(seconds * 1000);
    caller.abort();
    await reading;
    return { engine, events };
  }

  it('following the log starts the requested number of lines back and then returns each new line once, until the caller leaves', async () => {
    const { engine, events } = await follow({ lines: 5 }, 20);
    const whole = await read(engine, { ...all });
    expect(events.length).toBeGreaterThan(20);
    expect(events).toEqual(whole.slice(-events.length));
  });

  it('following the log starts with new lines if no earlier ones are requested', async () => {
    const { events } = await follow({ service: ['mgr'] }, 10);
    expect(events.filter(({ m }) => /pgmap v\d+: 1633 pgs: /.test(m!))).toHaveLength(5);
  });

  it('following the log ends when the engine is closed', async () => {
    const engine = simulate();
    const stream = await engine.handlers.followLogs({ query: { before: -1 } }, context);
    const next = stream[Symbol.asyncIterator]().next();
    await engine.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('following the log ends by itself if a time range is given', async () => {
    const engine = simulate();
    const events = await Array.fromAsync(await engine.handlers.followLogs({ query: { ...all } }, context));
    expect(events).toEqual(await read(engine, { ...all }));
  });
});

it('the log drops the oldest lines, and a cursor to them continues with what is left', () => {
  const book = new SimLogBook('x', () => 1000);
  for (let line = 0; line < 50_010; line++) book.write({ m: `line ${line}`, s: 'mon', h: 1, p: 6 });
  expect([book.first, book.end]).toEqual([10, 50_010]);
  expect(book.at(9)).toBeUndefined();
  expect(book.at(10)?.m).toBe('line 10');
  expect(book.after(book.cursor(12))).toEqual({ number: 13 });
});
