import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogEvent as LogEventSchema, type LogEvent } from '../../src/api/contract/logs.ts';
import { ApiError } from '../../src/api/failure.ts';
import { logEvents, MAX_EVENT_LENGTH } from '../../src/api/logStream.ts';
import { tolerate } from '../../src/api/tolerate.ts';
import { anyText } from '../support/anyText.ts';
import { all, anyCuts, inChunks } from './chunks.ts';

const read = async (text: string, contentType = '', cuts: readonly number[] = []) =>
  await all(logEvents(inChunks(text, cuts), contentType));

/** The framings that a service may use, with their media types. */
const framings: Record<string, { type: string; write: (events: readonly LogEvent[]) => string }> = {
  'server-sent events': {
    type: 'text/event-stream',
    write: (events) => events.map((event) => `event: log\r\ndata: ${JSON.stringify(event)}\r\n\r\n`).join(''),
  },
  'server-sent events of many lines': {
    type: 'text/event-stream',
    write: (events) =>
      `:hello\n\n${events.map((e) => `data: ${JSON.stringify(e, null, 2).replaceAll('\n', '\ndata: ')}\n\n`).join(': still here\n')}`,
  },
  'newline-delimited JSON': {
    type: 'application/x-ndjson',
    write: (events) => events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  },
  'concatenated JSON': {
    type: 'application/json',
    write: (events) => events.map((event) => JSON.stringify(event)).join(''),
  },
  'indented JSON': {
    type: 'application/json',
    write: (events) => events.map((event) => JSON.stringify(event, null, 2)).join('\n'),
  },
  'one JSON array': { type: 'application/json', write: (events) => JSON.stringify(events) },
};

const event = fc.record({
  c: fc.string(),
  t: fc.integer(),
  m: fc.oneof(anyText(), fc.constantFrom('{', '}', '"]', '\\', '\n', 'data: x', '[{]}')),
  s: fc.string(),
  h: fc.nat(),
  p: fc.nat(7),
});

describe.each(Object.entries(framings))('logEvents of %s', (_, { type, write }) => {
  it('logEvents gives the same events wherever the text is cut, whatever the media type says', async () => {
    const types = fc.constantFrom(type, '', 'text/plain');
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 5 }),
        anyCuts,
        types,
        async (events, cuts, contentType) => {
          expect(await read(write(events), contentType, cuts)).toEqual(events);
        },
      ),
    );
  });

  it('logEvents leaves out an event that breaks off at the end', async () => {
    const text = write([{ m: 'one' }, { m: 'two' }]);
    const cut = text.slice(0, text.indexOf('two'));
    expect(await read(cut, type)).toEqual([{ m: 'one' }]);
  });

  it('logEvents reports an event that is too long, and continues', async () => {
    const long = 'x'.repeat(2.5 * MAX_EVENT_LENGTH);
    const cuts = Array.from({ length: 50 }, (_, index) => index * 100_000);
    const events = await read(write([{ m: 'one' }, { m: long }, { m: 'two' }]), type, cuts);
    expect(events.map(({ m }) => m)).toEqual(['one', expect.stringContaining('left out'), 'two']);
  });
});

describe('logEvents', () => {
  it('logEvents shows a broken event and finds the next one', async () => {
    const lines = [
      '{"m":"a"}',
      '{"m":"b',
      '{"m":"c"}',
      '{"m":"d", ',
      '{"m":"e"}',
      '{"m": oops}',
      '{"m":"f"}',
    ];
    const messages = (await read(lines.join('\n'))).map(({ m }) => m);
    expect(messages.filter((m) => m?.length === 1)).toEqual(['a', 'c', 'f']);
    expect(messages).toContain('(unreadable log event: {"m": oops})');
  });

  it('logEvents shows a broken line of its own and one that is too long, and reads the line after each', async () => {
    expect(await read('{"m": oops}\n{"m":"next"}\n')).toEqual([
      { m: '(unreadable log event: {"m": oops})' },
      { m: 'next' },
    ]);
    const ofLength = (length: number) => JSON.stringify({ m: 'x'.repeat(length - 8) });
    const messages = async (length: number) => {
      const text = `data: ${ofLength(length)}\ndata: {"m":"next"}\n\n`;
      return (await read(text, 'text/event-stream')).map(({ m = '' }) => m.slice(0, 12));
    };
    expect(await messages(MAX_EVENT_LENGTH)).toEqual(['xxxxxxxxxxxx', 'next']);
    expect(await messages(MAX_EVENT_LENGTH + 1)).toEqual(['(a log event', 'next']);
  });

  it('a broken server-sent event does not swallow the next one', async () => {
    const messages = await read('data: {"m":"a\n\ndata: {"m":"b"}\n\n', 'text/event-stream');
    expect(messages).toContainEqual({ m: 'b' });
  });

  it('logEvents keeps the lines of a server-sent event together, wherever it is cut', async () => {
    const text = 'data: {"m":"a"}\ndata: {"m":"b"}\n\nid: 7\ndata: {"m":"c"}\r\n\r\ndata: {"m":"d"}\n\n';
    for (let cut = 0; cut <= text.length; cut++)
      expect((await read(text, 'text/event-stream', [cut])).map(({ m }) => m)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('logEvents ignores keep-alive lines', async () => {
    expect(await read('data: ping\n\n:\n\ndata: {}\n\nretry: 5\n\n', 'text/event-stream')).toEqual([]);
    expect(await read('\n\n{}\n{"type":{"typeName":"x"},"closed":false}\n')).toEqual([]);
  });

  it('logEvents reads an event with fields of the wrong type', async () => {
    expect(await read('{"c":12,"t":"1700000000.5","m":"a","p":null,"x":1}')).toEqual([
      { c: '12', t: 1700000000.5, m: 'a', x: 1 },
    ]);
  });

  it('logEvents reads any event as a reply with the same fields would be read', async () => {
    const any = fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined });
    const field = fc.oneof(any, fc.string(), fc.integer(), fc.double());
    const fields = fc.record({ c: field, t: field, m: field, s: field, h: field, p: field });
    await fc.assert(
      fc.asyncProperty(fields, async (sent) => {
        const json = JSON.stringify({ x: 1, ...sent, m: sent.m ?? 'a' });
        const expected = tolerate(LogEventSchema, JSON.parse(json)) as LogEvent;
        const isLine = expected.m !== undefined || expected.t !== undefined || expected.c !== undefined;
        expect(await read(`${json}\n`)).toEqual(isLine ? [expected] : []);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['c', 't', 'm'])('logEvents accepts an object that has only %s as an event', async (field) => {
    expect(await read(`{"${field}":5}\n`)).toHaveLength(1);
    expect(await read('{"s":"mon","h":1,"p":3}\n')).toEqual([]);
  });

  it('logEvents refuses a response that is not an event stream', async () => {
    await expect(read('<html>login</html>', 'text/html')).rejects.toThrow(ApiError);
    await expect(read('<html>login</html>', 'text/html')).rejects.toThrow('<html>');
    await expect(read('Internal error')).rejects.toThrow('Internal error');
  });

  it('logEvents is empty for an empty stream', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('  \n')).toEqual([]);
  });

  it('logEvents passes on an error of the stream', async () => {
    async function* broken() {
      yield '{"m":"a"}';
      throw new Error('gone');
    }
    const events: LogEvent[] = [];
    const reading = (async () => {
      for await (const one of logEvents(broken(), '')) events.push(one);
    })();
    await expect(reading).rejects.toThrow('gone');
    expect(events).toEqual([{ m: 'a' }]);
  });
});
