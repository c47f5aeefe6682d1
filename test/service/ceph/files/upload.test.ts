import { expect, test } from 'vitest';
import { uploadFile } from '../../../../src/service/ceph/files/upload.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { directoryStat, fakeFiles, fileStat } from './support.ts';

const MIB = 2 ** 20;

/** The directory /d, with or without an existing file. */
function place({ old, write = () => undefined }: { old?: object; write?: () => unknown } = {}) {
  return fakeFiles({
    resolve: ({ path }: { path: string }) => path,
    stat_if_there: ({ path }: { path: string }) => (path === '/d' ? directoryStat('2') : (old ?? null)),
    layout: () => 'ssd',
    create: () => 'handle',
    write,
  });
}

async function* parts(count: number, size: number) {
  for (let index = 0; index < count; index++) yield Buffer.alloc(size, index);
}

const upload = (
  { files }: ReturnType<typeof place>,
  content: AsyncIterable<Uint8Array>,
  signal = new AbortController().signal,
) => uploadFile({ files, clock: fakeClock() }, ['d', 'f'], { name: 'f', content }, signal);

test('small chunks are joined, and each is written at its offset', async () => {
  const fake = place();
  await upload(fake, parts(40, MIB / 16));
  expect(fake.named('write').map(({ offset }) => offset)).toEqual([0, MIB, 2 * MIB]);
});

test('only a few chunks are written at the same time, and no more are read meanwhile', async () => {
  let underWay = 0;
  let most = 0;
  const write = async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
  };
  await upload(place({ write }), parts(20, MIB));
  expect(most).toBe(4);
});

test('new content replaces the old content only once all of it is on disk', async () => {
  const fake = place({ old: { ...fileStat('3', 5), uid: 7, mode: 0o100600 } });
  await upload(fake, parts(1, 3));
  const [{ path: fresh } = { path: '' }] = fake.named('create');
  expect(fresh).toMatch(/^\/d\/\.storedeck-upload-\w+$/);
  const names = ['create', 'write', 'close_flushed', 'change', 'rename'];
  expect(fake.calls.map(([name]) => name).filter((name) => names.includes(name))).toEqual(names);
  expect(fake.named('create')).toEqual([{ path: fresh, pool: 'ssd' }]);
  expect(fake.named('change')).toEqual([{ path: fresh, uid: 7, gid: 0, mode: 0o600 }]);
  expect(fake.named('rename')).toEqual([{ path: fresh, to: '/d/f' }]);
});

test('a new file is read by everyone and changed by its owner only, as one that a program creates', async () => {
  const fake = place();
  await upload(fake, parts(1, 3));
  const [{ path: fresh } = { path: '' }] = fake.named('create');
  expect(fake.named('create')).toEqual([{ path: fresh }]);
  expect(fake.named('change')).toEqual([{ path: fresh, mode: 0o644 }]);
});

test('a chunk that cannot be written ends the upload, and the partial file is removed', async () => {
  const refusal = new Refusal(409, 'quota exceeded');
  const fake = place({
    write: () => {
      throw refusal;
    },
  });
  let taken = 0;
  const content = (async function* () {
    for await (const part of parts(100, MIB)) {
      taken++;
      yield part;
    }
  })();
  await expect(upload(fake, content)).rejects.toBe(refusal);
  expect(taken).toBeLessThan(10);
  expect(fake.named('remove_file')).toHaveLength(1);
  expect(fake.named('rename')).toEqual([]);
});

test('an upload whose client has disconnected does not replace the file', async () => {
  const gone = new AbortController();
  const fake = place();
  const content = (async function* () {
    yield* parts(2, MIB);
    gone.abort();
    yield* parts(2, MIB);
  })();
  await expect(upload(fake, content, gone.signal)).rejects.toThrow();
  expect(fake.named('rename')).toEqual([]);
  expect(fake.named('remove_file')).toHaveLength(1);
});

test('every byte is written once, and an empty file without any', async () => {
  const written: [unknown, number][] = [];
  const options = { write: () => undefined };
  const fake = place(options);
  const call: typeof fake.files.call = (name, args, more) => {
    if (name === 'write') written.push([args['offset'], more?.payload?.length ?? 0]);
    return fake.files.call(name, args, more);
  };
  const files = { ...fake.files, call };
  const signal = new AbortController().signal;
  const send = (content: AsyncIterable<Uint8Array>) =>
    uploadFile({ files, clock: fakeClock() }, ['d', 'f'], { name: 'f', content }, signal);
  await send(parts(3, MIB / 2));
  expect(written.splice(0)).toEqual([
    [0, MIB],
    [MIB, MIB / 2],
  ]);
  await send(parts(2, MIB / 2));
  expect(written.splice(0)).toEqual([[0, MIB]]);
  await send(parts(1, 1));
  expect(written.splice(0)).toEqual([[0, 1]]);
  await send(parts(0, 1));
  expect(written).toEqual([]);
});

test('the last chunks are awaited before the file is closed, and their failure ends the upload', async () => {
  const order: string[] = [];
  const late = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push('written');
    throw new Refusal(409, 'quota exceeded');
  };
  const fake = place({ write: late });
  const ended = upload(fake, parts(2, MIB));
  await expect(ended).rejects.toMatchObject({ message: 'quota exceeded' });
  expect(order).toEqual(['written', 'written']);
  expect(fake.calls.map(([name]) => name).slice(-2)).toEqual(['close_flushed', 'remove_file']);
});

test.each([
  ['among the snapshots', ['.snap', 'f'], 400],
  ['onto a directory', ['d'], 409],
  ['into a directory that does not exist', ['gone', 'f'], 404],
])('nothing is uploaded %s', async (_where, path, status) => {
  const fake = fakeFiles({
    resolve: ({ path: text }: { path: string }) => text,
    stat_if_there: ({ path: text }: { path: string }) => (text === '/d' ? directoryStat('2') : null),
  });
  const signal = new AbortController().signal;
  const sent = uploadFile(
    { files: fake.files, clock: fakeClock() },
    path,
    { name: 'f', content: parts(1, 1) },
    signal,
  );
  await expect(sent).rejects.toMatchObject({ status });
  expect(fake.named('create')).toEqual([]);
});
