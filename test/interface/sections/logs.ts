import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import type { SectionTests } from '../suite.ts';

/** The values of a stream in either framing. */
const valuesOf = (text: string): LogEvent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.replace(/^data: /, '')) as LogEvent);

export const logTests: SectionTests = (site) => {
  /** A change that the service itself logs. The address stays unchanged. */
  const note = async () => {
    const { currentInterface: interfaceName = '', currentIp: ip = '' } = await site().api.listInterfaces();
    await site().api.setMainIp({ body: { interfaceName, ip } });
  };
  const noted = /management address/;
  const read = (query: Parameters<ReturnType<typeof site>['api']['readLogs']>[0]) =>
    site().eventually(
      () => site().api.readLogs(query),
      (events) => events.some(({ m = '' }) => noted.test(m)),
    );

  test('the log is read by service, priority, server and time, and continues from a cursor', async () => {
    const { api } = site();
    await note();
    const service = ['mgmt'];
    const last = (await read({ query: { service } })).findLast(({ m = '' }) => noted.test(m));
    expect(last).toMatchObject({ s: 'mgmt' });
    const { c = '', t = 0, p = 0, h = 0 } = last!;
    expect(await api.readLogs({ query: { service, lines: 1 } })).toHaveLength(1);
    const narrow = { service, server: h, priority: [p], lines: 20 };
    const found = await api.readLogs({ query: narrow });
    expect(found).toContainEqual(last);
    for (const event of found) expect(event).toMatchObject({ s: 'mgmt', h, p });
    expect(await api.readLogs({ query: { service, server: 424_242 } })).toEqual([]);
    expect(await api.readLogs({ query: { service, after: t - 1, before: t + 1 } })).toContainEqual(last);
    expect(await api.readLogs({ query: { service, after: t + 3600 } })).toEqual([]);
    await note();
    const later = await read({ query: { service, cursor: c } });
    expect(later.map((event) => event.c)).not.toContain(c);
  });

  test.each([
    ['only one end of a time range', { before: 10 }, /after/],
    ['a time range that ends before it begins', { before: 10, after: 20 }, /before/],
    ['a cursor of another log', { cursor: 'elsewhere' }, /cursor/],
    ['an invalid priority', { priority: [8] }, /priority/],
    ['a text as the number of lines', { lines: 'all' }, /lines/],
  ])('reading the log with %s is refused', async (_, query, words) => {
    await site().declines('readLogs', 400, words, { query });
    if ('cursor' in query) return;
    await site().declines('followLogs', 400, words, { query });
  });

  test('the client follows the log from a past line on', async () => {
    await note();
    await read({ query: { service: ['mgmt'] } });
    const leaving = new AbortController();
    const query = { service: ['mgmt'], before: -1, lines: 1 };
    const seen: LogEvent[] = [];
    for await (const event of await site().api.followLogs({ query }, { signal: leaving.signal })) {
      seen.push(event);
      if (seen.length === 1) await note();
      else if (noted.test(event.m ?? '')) break;
    }
    leaving.abort();
    expect(seen.length).toBeGreaterThan(1);
    for (const { s } of seen) expect(s).toBe('mgmt');
  });

  test.each([
    ['server-sent events', 'text/event-stream', 'text/event-stream; charset=utf-8'],
    ['JSON lines', 'application/x-ndjson', 'application/x-ndjson; charset=utf-8'],
    ['JSON lines by default', '*/*', 'application/x-ndjson; charset=utf-8'],
  ])('the log is read and followed as a stream of %s', async (_, accept, type) => {
    await note();
    await read({ query: { service: ['mgmt'] } });
    const past = await site().request('/logs?service=mgmt&lines=1', { accept });
    expect(past.headers.get('content-type')).toBe(type);
    const text = await past.text();
    expect(text).toMatch(accept === 'text/event-stream' ? /^data: .*\n\n$/ : /^\{.*\}\n$/);
    expect(valuesOf(text)).toEqual([expect.objectContaining({ s: 'mgmt' })]);

    const leaving = new AbortController();
    const live = await site().request('/logs?service=mgmt&before=-1&lines=1', { accept }, leaving.signal);
    let received = '';
    let isNoted = false;
    for await (const chunk of live.body!.pipeThrough(new TextDecoderStream())) {
      // From the past line on, no line is missing.
      if (received === '') await note();
      received += chunk;
      if (!received.endsWith('\n')) continue;
      isNoted = valuesOf(received)
        .slice(1)
        .some(({ m = '' }) => noted.test(m));
      if (isNoted) break;
    }
    leaving.abort();
    expect(isNoted).toBe(true);
  });
};
