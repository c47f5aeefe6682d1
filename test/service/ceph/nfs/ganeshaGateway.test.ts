import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { GaneshaGateway, type GaneshaSettings } from '../../../../src/service/ceph/nfs/ganeshaGateway.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeDaemon, passing } from '../gateways/fakeDaemon.ts';

const RETRY_MS = 60_000;
const STARTED = 'nfs_start :NFS STARTUP :EVENT : NFS SERVER INITIALIZED\n';
const RELOADED = 'reread_exports :CONFIG :EVENT :Reread exports complete\n';
const FAILED =
  'Bind_sockets :DISP :WARN :Cannot bind NFS socket\nBind_sockets :DISP :FATAL :Cannot continue.\n';
const problem = (words: string) => `create_export :FSAL :CRIT :${words}\n`;
const LOST = problem('Unable to mount /lost.');

const exportAt = (nfsPath: string, number: number) => ({ nfsPath, path: '/data', number, access: [] });
const ONE = exportAt('/one', 1);
const TWO = exportAt('/two', 2);
const SETTINGS: GaneshaSettings = {
  address: '10.1.0.7',
  port: 2049,
  user: 'admin',
  filesystem: 'storefs',
  exports: [ONE],
};

/** A gateway whose program appends texts to its log: at its start, and after each order to load its exports. */
function gateway({ start = STARTED, reload = RELOADED, old = undefined as string | undefined } = {}) {
  const clock = fakeClock();
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const log = join(directory, 'ganesha.log');
  if (old !== undefined) writeFileSync(log, old);
  const answers = { reload };
  /** The paths of the exports in the configuration at each order to load it. */
  const loaded: string[][] = [];
  const seen = fakeDaemon({
    start: () => appendFileSync(log, start),
    signal: () => {
      const conf = readFileSync(join(directory, 'ganesha.conf'), 'utf8');
      loaded.push([...conf.matchAll(/Pseudo = "(.+?)"/g)].map(([, path = '']) => path));
      appendFileSync(log, answers.reload);
    },
  });
  const closing = new AbortController();
  const onExit = () => undefined;
  const begin = () => GaneshaGateway.start({ clock, directory, onExit, closing: closing.signal }, SETTINGS);
  return { clock, directory, seen, answers, loaded, closing, begin, onExit, log };
}

test('an NFS gateway runs in its own directory with the wanted exports, and is ready once the log of this start says so', async () => {
  const { begin, seen, directory, onExit } = gateway({ old: FAILED, start: LOST + STARTED });
  const { problems } = await begin();
  expect(problems).toEqual(['Unable to mount /lost.']);
  const conf = join(directory, 'ganesha.conf');
  const pid = join(directory, 'nfsd.pid');
  expect(seen.started).toMatchObject([{ name: 'ganesha', directory, onExit }]);
  expect(seen.started[0]?.command.join(' ')).toBe(`ganesha.nfsd -F -L STDOUT -N EVENT -f ${conf} -p ${pid}`);
  const text = readFileSync(conf, 'utf8');
  for (const part of ['Bind_addr = 10.1.0.7', 'Pseudo = "/one"', `RecoveryRoot = "${directory}/recovery"`])
    expect(text).toContain(part);
  expect(statSync(join(directory, 'recovery')).mode & 0o777).toBe(0o700);
  expect([seen.signals, seen.closed]).toEqual([[], 0]);
});

test.each([
  ['that fails, with the last lines of its log', FAILED, ': Cannot bind NFS socket; Cannot continue.'],
  ['that does not become ready', 'starting\n', ''],
])('an NFS gateway %s is stopped, and its log is named', async (_, start, why) => {
  const { begin, seen, clock, directory } = gateway({ start });
  await expect(passing(clock, begin())).rejects.toThrow(
    new Error(`ganesha.nfsd does not start${why}; see ${directory}/ganesha.log`),
  );
  expect(seen.closed).toBe(1);
});

test('the start of an NFS gateway ends when the service closes', async () => {
  const { begin, seen, clock, closing } = gateway({ start: '' });
  const begun = begin();
  closing.abort(new Error('the service closes'));
  await expect(passing(clock, begun)).rejects.toThrow('the service closes');
  expect(seen.closed).toBe(1);
});

test('an NFS gateway is restarted for another address, port or filesystem, but not for other exports', async () => {
  const running = await gateway().begin();
  const needed = (change: Partial<GaneshaSettings>) => running.needsRestart({ ...SETTINGS, ...change });
  expect(needed({ exports: [] })).toBe(false);
  expect(needed({ address: '10.1.0.8' })).toBe(true);
  expect(needed({ port: 2050 })).toBe(true);
  expect(needed({ filesystem: 'other' })).toBe(true);
});

test('an NFS gateway loads changed exports once, and removes one first whose path another one takes', async () => {
  const { begin, seen, loaded } = gateway();
  const running = await begin();
  await running.serve([ONE]);
  expect(loaded).toEqual([]);
  await running.serve([ONE, TWO]);
  await running.serve([ONE, TWO]);
  expect(loaded).toEqual([['/one', '/two']]);
  await running.serve([exportAt('/one', 3), TWO]);
  expect(loaded.slice(1)).toEqual([['/two'], ['/one', '/two']]);
  expect(new Set(seen.signals)).toEqual(new Set(['SIGHUP']));
});

test('only new problems of an NFS gateway are returned, and failed exports are tried again after a minute', async () => {
  const { begin, clock, answers, loaded } = gateway();
  const running = await begin();
  answers.reload = LOST + RELOADED;
  expect(await running.serve([TWO])).toEqual(['Unable to mount /lost.']);
  await clock.advance(RETRY_MS);
  expect(await running.serve([TWO])).toEqual([]);
  expect(loaded).toHaveLength(1);
  await clock.advance(1);
  answers.reload = LOST + problem('Pseudo path is a duplicate') + RELOADED;
  expect(await running.serve([TWO])).toEqual(['Pseudo path is a duplicate']);
  expect(running.problems).toEqual(['Unable to mount /lost.', 'Pseudo path is a duplicate']);
  expect(await running.serve([TWO])).toEqual([]);
  answers.reload = RELOADED;
  await clock.advance(RETRY_MS + 1);
  expect(await running.serve([TWO])).toEqual([]);
  expect(running.problems).toEqual([]);
  await clock.advance(RETRY_MS + 1);
  await running.serve([TWO]);
  expect(loaded).toHaveLength(3);
});

test('an NFS gateway that does not confirm the load of its exports has that as its problem', async () => {
  const { begin, clock, answers, log } = gateway();
  const running = await begin();
  answers.reload = 'busy\n';
  expect(await passing(clock, running.serve([TWO]))).toEqual([
    `ganesha.nfsd did not reload its exports: see ${log}`,
  ]);
});

test('an NFS gateway gives up its exports before it stops, and stops even if that fails', async () => {
  const { begin, seen, loaded } = gateway();
  await (await begin()).close();
  expect([loaded, seen.closed]).toEqual([[[]], 1]);
  const other = gateway();
  const running = await other.begin();
  rmSync(other.log);
  await running.close();
  expect(other.seen.closed).toBe(1);
});
