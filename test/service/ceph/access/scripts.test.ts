import { expect, test } from 'vitest';
import { runScriptOn } from '../../../../src/service/ceph/access/scripts.ts';
import { Refusal } from '../../../../src/service/engine.ts';

const SCRIPT = { name: 'check', contents: 'true' } as Parameters<typeof runScriptOn>[1];

/** Runs a script on a server that answers like this. */
async function ran(answer: () => Promise<unknown>) {
  const calls: { name: string; args: Record<string, unknown>; options?: object }[] = [];
  const said: string[] = [];
  const aborting = new AbortController();
  const call = (name: string, args: Record<string, unknown>, options?: object) => {
    calls.push({ name, args, ...(options && { options }) });
    return name === 'host.script' ? answer() : Promise.reject(new Error('gone'));
  };
  const options = { signal: aborting.signal, say: (line: string) => said.push(line) };
  const result = runScriptOn({ call } as never, SCRIPT, { A: '1' }, options);
  return { calls, said, aborting, result };
}

test('a script is sent with its limits, and its output is logged', async () => {
  const { calls, said, aborting, result } = await ran(async () => ({
    output: 'one\ntwo\n',
    ending: { kind: 'exited', code: 0 },
  }));
  expect(await result).toBeUndefined();
  expect(said).toEqual(['one', 'two']);
  // After its end it is not ended any more.
  aborting.abort();
  expect(calls).toMatchObject([
    {
      name: 'host.script',
      args: { name: 'check', environment: { A: '1' } },
      options: { payload: Buffer.from('true'), called: 'check' },
    },
  ]);
});

test('a cancelled script is ended on its server by the name under which it was started', async () => {
  const { calls, aborting } = await ran(() => new Promise<never>(() => undefined));
  aborting.abort();
  expect(calls.map(({ name }) => name)).toEqual(['host.script', 'host.end_script']);
  expect(calls[1]?.args).toEqual({ run: calls[0]?.args['run'] });
});

test('a script whose server does not answer fails with the time at which it is killed, and an error is passed on', async () => {
  const silent = await ran(() => Promise.reject(new Refusal(503, 'a does not answer')));
  expect(await silent.result).toMatch(
    /^a does not answer\. It is not known how far the script got; it is killed there after [1-9]\d{1,3} s at the latest$/,
  );
  const broken = await ran(() => Promise.reject(new Error('bug')));
  await expect(broken.result).rejects.toThrow('bug');
});
