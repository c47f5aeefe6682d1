import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import { type Section, Refusal } from '../../src/service/engine.ts';
import { onService } from './onService.ts';

/** A letter whose UTF-8 bytes contain a control character for other terminals: U+025B is C9 9B. */
const EVIL = 'm\u025bn';
const status: ClusterStatus = {
  storeStatus: {
    fsid: EVIL,
    health: { status: 'HEALTH_WARN', checks: { [EVIL]: { summary: { message: EVIL } } } },
  },
};
const refuse = () => {
  throw new Refusal(409, EVIL);
};
const handlers: Section = {
  getClusterStatus: () => status,
  readLogs: () => [{ t: 1, m: EVIL, s: EVIL, h: 1, p: 3 }],
  listServerNames: () => [{ id: 1, hostname: EVIL }],
  listPools: () => [{ name: EVIL }],
  listFlags: refuse,
};

const onAscii = (...argv: string[]) => onService(handlers, argv, '', undefined, { unicode: false });

test.each([
  [['status']],
  [['status', '--json']],
  [['logs']],
  [['call', 'listPools']],
  [['call', 'listFlags']],
])('%j writes only ASCII if the terminal does not read UTF-8', async (argv) => {
  const { out, err } = await onAscii(...argv);
  expect(out + err).toMatch(/m\\u(?:025b|\{25b\})n/);
  expect(out + err).toMatch(/^[\x20-\x7e\n]*$/);
});

test('JSON escaped to ASCII parses to the same value', async () => {
  const { out } = await onAscii('call', 'listPools');
  expect(JSON.parse(out)).toEqual([{ name: EVIL }]);
});
