import { createServer } from 'node:http';
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

const PENDING = { id: 3, state: 'PENDING', description: 'moves osd.1', createdBy: { name: 'op' } };

test.each<[words: string[], asked: string, status: number, answer: unknown, code: number, output: string]>([
  [
    [],
    'GET /changes',
    200,
    [PENDING, { id: 12 }],
    0,
    `   3  PENDING   moves osd.1 (requested by op)\n  12${' '.repeat(13)}(requested by somebody)\n`,
  ],
  [['--json'], 'GET /changes', 200, [{ id: 12 }], 0, '[\n  {\n    "id": 12\n  }\n]\n'],
  [['reject', '3'], 'POST /changes/3/reject', 200, { message: 'Rejected.' }, 0, 'Rejected.\n'],
  [['approve', '3'], 'POST /changes/3/approve', 200, {}, 0, 'Done.\n'],
  [['approve', '3'], 'POST /changes/3/approve', 400, { message: 'It is too late.' }, 1, 'It is too late.'],
  [['approve', '3'], 'POST /changes/3/approve', 500, {}, 1, 'status 500'],
])(
  'changes %j sends %s, and an answer with status %i is shown',
  async (words, asked, status, answer, code, output) => {
    const socket = join(await temporaryDirectory(), 'control.sock');
    const received: string[] = [];
    const server = createServer(({ method, url }, reply) => {
      received.push(`${method} ${url}`);
      reply.writeHead(status).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => void server.listen(socket, resolve));
    onTestFinished(() => void server.close());
    const io = fakeIo();
    expect(await run(['changes', ...words, '--control', socket], io)).toBe(code);
    expect(received).toEqual([asked]);
    if (code === 0) expect(io.written.out).toBe(output);
    else expect(io.written.err).toContain(output);
  },
);
