import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/failure.ts';
import type { Upload } from '../../../src/api/operation.ts';
import type { IncomingFile } from '../../../src/api/transport.ts';
import { localFiles, type LocalFiles } from '../../../src/lib/localFiles.ts';
import { createViewStore, say } from '../../../src/store/session/view.ts';
import { progressText } from '../../../src/store/transfers/text.ts';
import { createTransfers } from '../../../src/store/transfers/transfers.ts';
import { temporaryDirectory } from '../../commands/onService.ts';
import { fakeClock } from '../../support/fakeClock.ts';

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
};

/** A file whose chunks are released by the test. */
function held(size?: number) {
  let next = Promise.withResolvers<Uint8Array | undefined>();
  async function* content(signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    signal?.addEventListener('abort', () =>
      next.reject(new ApiError({ kind: 'cancelled', message: 'Cancelled.' })),
    );
    for (let piece = await next.promise; piece; piece = await next.promise) yield piece;
  }
  return {
    file: (signal?: AbortSignal): IncomingFile => ({
      ...(size !== undefined && { size }),
      content: content(signal),
    }),
    async piece(bytes: number | undefined) {
      const { resolve } = next;
      next = Promise.withResolvers();
      resolve(bytes === undefined ? undefined : new Uint8Array(bytes));
      await settle();
    },
  };
}

function setUp(
  download: (url: string, signal: AbortSignal | undefined) => IncomingFile,
  save?: LocalFiles['save'],
) {
  const clock = fakeClock();
  const view = createViewStore(clock.now(), { utc: true });
  const saved = new Map<string, number>();
  let savedCalls = 0;
  const local: LocalFiles = {
    ...localFiles,
    save:
      save ??
      (async (path, content) => {
        let size = 0;
        for await (const piece of content) size += piece.length;
        saved.set(path, size);
      }),
  };
  const transfers = createTransfers({
    clock,
    view,
    local,
    transport: { download: (url, { signal }) => Promise.resolve(download(url, signal)) },
    onSaved: () => savedCalls++,
  });
  return {
    clock,
    view,
    saved,
    transfers,
    savedCalls: () => savedCalls,
    notice: () => view.getState().notice?.text,
  };
}

const wanted = { name: 'a.bin', path: '/tmp/a.bin', ask: () => Promise.resolve({ url: '/x' }) };

describe('download', () => {
  it('a download reports its progress, and its location at the end', async () => {
    const source = held(1000);
    const { clock, transfers, saved, savedCalls, notice } = setUp((_, signal) => source.file(signal));
    const end = transfers.download(wanted);
    await settle();
    expect(transfers.store.getState().running).toMatchObject([{ way: 'down', moved: 0, size: 1000 }]);
    await clock.advance(2000);
    // The speed is measured, whatever the date is.
    clock.set(-3_600_000);
    await source.piece(400);
    expect(notice()).toMatch(/^Fetching a\.bin: 40%, 400 B of 1000 B, 200 B\/s, 3s left/);
    await source.piece(600);
    await source.piece(undefined);
    expect(await end).toBe('saved');
    expect(saved.get('/tmp/a.bin')).toBe(1000);
    expect(notice()).toBe('Saved /tmp/a.bin (1000 B).');
    expect(savedCalls()).toBe(1);
    expect(transfers.store.getState().running).toEqual([]);
  });

  it('the progress of a download is shown twice a second at most, however small its parts are', async () => {
    const source = held(1000);
    const { clock, view, transfers, notice } = setUp((_, signal) => source.file(signal));
    void transfers.download(wanted);
    await settle();
    const shown: (string | undefined)[] = [];
    for (let part = 0; part < 4; part++) {
      await clock.advance(part % 2 === 0 ? 499 : 1);
      await source.piece(100);
      shown.push(/\d+%/.exec(notice() ?? '')?.[0]);
    }
    expect(shown).toEqual([undefined, '20%', '20%', '40%']);
    expect(view.getState().notice).toMatchObject({ role: 'info', leftMs: 3000 });
  });

  it('each of several downloads has its own progress, and only the one that is stopped ends', async () => {
    const sources = [held(1000), held(1000)];
    let asked = 0;
    const { clock, transfers, saved, notice } = setUp((_, signal) => sources[asked++]!.file(signal));
    const first = transfers.download(wanted);
    await settle();
    const second = transfers.download({ ...wanted, path: '/tmp/b.bin', name: 'b.bin' });
    await settle();
    await clock.advance(1000);
    await sources[1]!.piece(500);
    const running = () => transfers.store.getState().running.map(({ name, moved }) => [name, moved]);
    expect(running()).toEqual([
      ['a.bin', 0],
      ['b.bin', 500],
    ]);
    transfers.stop(transfers.store.getState().running[0]?.id ?? 0);
    expect(await first).toBe('cancelled');
    expect(notice()).toBe('The download of a.bin was stopped; nothing of it was kept.');
    expect(running()).toEqual([['b.bin', 500]]);
    await sources[1]!.piece(500);
    await sources[1]!.piece(undefined);
    expect(await second).toBe('saved');
    expect([...saved]).toEqual([['/tmp/b.bin', 1000]]);
  });

  it('a secret is saved for its owner only, and other files are not', async () => {
    const secrets: (boolean | undefined)[] = [];
    const { transfers } = setUp(
      () => held().file(),
      async (_path, _content, { secret } = {}) => void secrets.push(secret),
    );
    await transfers.download({ ...wanted, secret: true });
    await transfers.download(wanted);
    expect(secrets).toEqual([true, false]);
  });

  it('the progress of a download hides no other notice', async () => {
    const source = held(1000);
    const { clock, transfers, view, notice } = setUp((_, signal) => source.file(signal));
    void transfers.download(wanted);
    await settle();
    say(view, 'error', 'Something else went wrong.');
    await clock.advance(2000);
    await source.piece(400);
    expect(notice()).toBe('Something else went wrong.');
  });

  it('a download that ends too early is not kept', async () => {
    const source = held(1000);
    const { transfers, saved, notice } = setUp((_, signal) => source.file(signal));
    const end = transfers.download(wanted);
    await settle();
    await source.piece(400);
    await source.piece(undefined);
    expect(await end).toBe('failed');
    expect(saved.size).toBe(0);
    expect(notice()).toMatch(/a\.bin was not saved: It ended after 400 of 1000 bytes/);
  });

  it('a download can be cancelled', async () => {
    const source = held(1000);
    const { transfers, saved, notice } = setUp((_, signal) => source.file(signal));
    const end = transfers.download(wanted);
    await settle();
    await source.piece(400);
    transfers.stop(transfers.store.getState().running[0]?.id ?? 0);
    expect(await end).toBe('cancelled');
    expect(saved.size).toBe(0);
    expect(notice()).toMatch(/was stopped; nothing of it was kept/);
  });

  it('a download is cancelled when the program ends', async () => {
    const source = held(1000);
    const { transfers, saved } = setUp((_, signal) => source.file(signal));
    const end = transfers.download(wanted);
    await settle();
    await transfers[Symbol.asyncDispose]();
    expect(await end).toBe('cancelled');
    expect(saved.size).toBe(0);
  });

  it('a download is not requested if its file cannot be saved', async () => {
    const { transfers, notice } = setUp(() => held().file(), localFiles.save);
    let asked = 0;
    const ask = () => {
      asked++;
      return Promise.resolve({ url: '/x' });
    };
    const path = join(await temporaryDirectory(), 'none', 'a.bin');
    expect(await transfers.download({ ...wanted, path, ask })).toBe('failed');
    expect(asked).toBe(0);
    expect(notice()).toMatch(/a\.bin was not saved: ENOENT/);
  });

  it('a download that the service refuses leaves no file', async () => {
    const { transfers, notice } = setUp(() => held().file(), localFiles.save);
    const path = join(await temporaryDirectory(), 'a.bin');
    const ask = () => Promise.reject(new ApiError({ kind: 'rejected', status: 404, message: 'It is gone.' }));
    expect(await transfers.download({ ...wanted, path, ask })).toBe('failed');
    expect(notice()).toBe('a.bin was not saved: It is gone.');
    expect(localFiles.exists(path)).toBe(false);
  });

  it('a download whose content is in the answer needs no address', async () => {
    const { transfers, saved } = setUp(() => {
      throw new Error('nothing is to be fetched');
    });
    const ask = () => Promise.resolve({ fileName: 'x', fileContents: 'ä' });
    expect(await transfers.download({ ...wanted, ask })).toBe('saved');
    expect(saved.get('/tmp/a.bin')).toBe(2);
  });
});

describe('upload', () => {
  const uploadOf = (source: ReturnType<typeof held>, size: number): Upload => ({
    name: 'disk.img',
    size,
    content: source.file().content,
  });

  it('an upload is counted while it is read, and sent unchanged', async () => {
    const source = held();
    const { clock, transfers, notice } = setUp(() => source.file());
    const received = transfers.sending({ form: { file: uploadOf(source, 100) } }, async ({ form = {} }) => {
      const { name, content } = form['file'] as Upload;
      return [name, Buffer.concat(await Array.fromAsync(content)).length];
    });
    await clock.advance(1000);
    await source.piece(50);
    expect(notice()).toMatch(/^Sending disk\.img: 50%/);
    await source.piece(50);
    await source.piece(undefined);
    expect(await received).toEqual(['disk.img', 100]);
    expect(transfers.store.getState().running).toEqual([]);
    expect(notice()).toBeUndefined();
  });

  it('the end of an upload leaves a notice about something else', async () => {
    const source = held();
    const { clock, transfers, view, notice } = setUp(() => source.file());
    const input = { form: { file: uploadOf(source, 100) } };
    const sent = transfers.sending(input, async ({ form = {} }) => {
      await Array.fromAsync((form['file'] as Upload).content);
    });
    await clock.advance(1000);
    await source.piece(50);
    say(view, 'error', 'Something else went wrong.');
    await source.piece(50);
    await source.piece(undefined);
    await sent;
    expect(notice()).toBe('Something else went wrong.');
  });

  it('an upload is cancelled by the signal of its call', async () => {
    const source = held();
    const { transfers } = setUp(() => source.file());
    const sending = transfers.sending(
      { form: { file: uploadOf(source, 100) } },
      (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    );
    transfers.stop(transfers.store.getState().running[0]?.id ?? 0);
    await expect(sending).rejects.toThrow('stopped');
    expect(transfers.store.getState().running).toEqual([]);
  });

  it('a call without a file is a plain call', async () => {
    const { transfers } = setUp(() => held().file());
    const input = { body: { speed: 3 } };
    expect(await transfers.sending(input, (same) => Promise.resolve(same))).toBe(input);
  });
});

it('a transfer shows no speed that was not measured, and no unknown size', () => {
  const transfer = { id: 1, way: 'down' as const, name: 'a', moved: 2048, size: undefined, startedAt: 0 };
  expect(progressText(transfer, 100)).toBe('2.0 KiB');
  expect(progressText({ ...transfer, size: 4096 }, 100)).toBe('50%, 2.0 KiB of 4.0 KiB');
});
