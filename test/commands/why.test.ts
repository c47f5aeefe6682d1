import { expect, test } from 'vitest';
import { fakeIo } from './fakeIo.ts';
import { onService, run } from './onService.ts';

async function why(...argv: readonly string[]) {
  const io = fakeIo();
  const code = await run(['why', ...argv], io);
  return { code, ...io.written };
}

test('why names the cause of a scenario of the simulated cluster, and exits with 1', async () => {
  const { code, out } = await why('--demo=host-down');
  expect(out.split('\n')[0]).toMatch(
    /^certain: stor-07 does not answer: 5 OSDs \(host-down, since [-\d]+ [\d:]+Z\)$/,
  );
  expect(code).toBe(1);
});

test('why reports that nothing is known to be wrong with a calm cluster, and exits with 0', async () => {
  const { code, out } = await why('--demo=calm');
  expect(out.split('\n')[0]).toBe('nothing is known to be wrong');
  expect(code).toBe(0);
});

test('why --json writes an array of causes, which is empty if nothing is wrong', async () => {
  const { out } = await why('--demo=calm', '--json');
  expect(JSON.parse(out)).toEqual([]);
  const { out: named } = await why('--demo=pool-quota', '--json');
  expect(JSON.parse(named)).toMatchObject([{ kind: 'pool-quota', confidence: 'certain' }]);
});

test('why shows until when a down OSD is waited for, and what holds back recovery', async () => {
  const { out } = await why('--demo=osd-down', '--json');
  expect(JSON.parse(out)).toMatchObject([
    {
      kind: 'osd-down',
      healing: {
        state: 'waiting',
        to: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        reason: expect.stringMatching(/^waiting: osd\.11 marked out at/) as string,
      },
    },
  ]);
  const { out: held } = await why('--demo=rack-partition');
  expect(held).toMatch(/^ {2}heals: held: rack3 as a whole is never marked out/m);
});

test('why exits with 2 if nothing explains a check', async () => {
  const checks = { NEW_CODE: { severity: 'HEALTH_WARN', summary: { message: 'new\u001b[2J' } } };
  const status = { storeStatus: { health: { status: 'HEALTH_WARN' as const, checks } } };
  const { code, out } = await onService({ getClusterStatus: () => status }, ['why']);
  expect(out).toContain('unexplained: no known cause explains NEW_CODE (unknown)');
  expect(out).toContain('health: new␛[2J');
  expect(out).toContain('not known: ');
  expect(code).toBe(2);
});

test('why exits with 3 if the service cannot be read', async () => {
  const { code, err } = await onService({}, ['why']);
  expect(err).not.toBe('');
  expect(code).toBe(3);
});
