import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeIo } from './fakeIo.ts';
import { run, temporaryDirectory } from './onService.ts';

/** A service on the simulated cluster, with a function that runs commands on it and on its socket. */
async function started() {
  const home = await temporaryDirectory();
  const tokenFile = join(home, 'storedeck', 'service.token');
  const env = { XDG_STATE_HOME: home };
  const io = fakeIo({ env });
  const ended = run(['serve', '--listen', '127.0.0.1:0', '--scenario', 'calm', '--scale', '24'], io);
  onTestFinished(async () => {
    io.stop();
    await ended;
  });
  await vi.waitFor(() => expect(io.written.out).not.toBe(''), 10_000);
  const [url = ''] = /http:\S+/.exec(io.written.out) ?? [];
  return async (...argv: string[]) => {
    const own = fakeIo({ env });
    const reach = argv[0] === 'call' ? ['--url', url, '--token-file', tokenFile] : [];
    const code = await run([...argv, ...reach], own);
    return { code, ...own.written };
  };
}

interface Node {
  readonly id: number;
  readonly type: string;
  children?: number[];
}

test('a change of the CRUSH map can be listed and approved on the management node only', async () => {
  const storedeck = await started();
  expect((await storedeck('changes')).out).toBe('No change to the CRUSH map was requested.\n');
  const map = JSON.parse((await storedeck('call', 'getCrushMap')).out) as { nodes: Node[] };
  const [first, second] = map.nodes.filter(({ type }) => type === 'HOST');
  const [osd = 0, ...others] = first!.children!;
  first!.children = others;
  second!.children!.push(osd);
  const asked = await storedeck('call', 'changeCrushMap', '--json', JSON.stringify(map));
  expect(asked.out).toMatch(/PENDING/);
  expect((await storedeck('changes')).out).toMatch(/^ {3}1 {2}PENDING .*requested by/);
  expect(await storedeck('changes', 'approve', '1')).toMatchObject({
    code: 0,
    out: expect.stringContaining('approved') as string,
  });
  const after = JSON.parse((await storedeck('call', 'getCrushMap')).out) as { nodes: Node[] };
  expect(after.nodes.find(({ id }) => id === second!.id)?.children).toContain(osd);
  expect(await storedeck('changes', 'reject', '1')).toMatchObject({ code: 1 });
  expect((await storedeck('changes', 'approve', '7')).err).toMatch(/no change request 7/);
});

test('changes names the socket it looked for if no service runs on this machine', async () => {
  const env = { XDG_STATE_HOME: await temporaryDirectory() };
  await expect(run(['changes'], fakeIo({ env }))).rejects.toThrow(/no service answers on .*control\.sock/);
});

test.each([['approve'], ['approve', 'x'], ['decide', '1'], ['reject', '1', '2']])(
  'the arguments %j of changes are refused',
  async (...words) => {
    await expect((async () => run(['changes', ...words], fakeIo()))()).rejects.toThrow(
      /approve ID, or reject ID/,
    );
  },
);
