import { expect, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../../src/lib/clock.ts';
import { HelperProcess } from '../../../../src/service/ceph/helper/process.ts';
import type { ClusterLogLine } from '../../../../src/service/ceph/helper/protocol.ts';
import type { Via } from '../../../../src/service/ceph/via/via.ts';

/** A minimal helper that returns its requests and obeys commands in them. */
export const OBEDIENT = `
const { createInterface } = require('node:readline');
const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
let cluster;
send({ hello: { protocol: 1 } });
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (!cluster) return void (cluster = message);
  if (message.ping) return void send({ pong: true });
  const { id, command: { prefix } } = message;
  if (prefix === 'die') { console.error('out of luck'); process.exit(3); }
  if (prefix === 'garble') return void process.stdout.write('Segmentation fault\\n');
  if (prefix === 'log') send({ log: { message: 'said' } });
  if (prefix !== 'hang') send({ id, rc: 0, outs: cluster.name, text: prefix });
});
`;

/** Starts a helper process that runs a script; it is closed after the test. */
export function start(
  script = OBEDIENT,
  program = process.execPath,
  clock: Clock = systemClock(),
  via?: Via,
  startWaitMs?: number,
) {
  const logs: ClusterLogLine[] = [];
  let starts = 0;
  const helper = new HelperProcess({
    clock,
    command: { argv: [program, '-e', script], ...(via && { via }) },
    cluster: { name: 'client.test', settings: {} },
    onLog: (line) => logs.push(line),
    onStart: () => void starts++,
    ...(startWaitMs !== undefined && { startWaitMs }),
  });
  onTestFinished(() => helper.close());
  const ask = (prefix: string, timeoutMs = 20_000) => helper.request({ command: { prefix } }, timeoutMs);
  /** Calls the helper until it answers again. */
  const back = () =>
    expect.poll(() => ask('status').catch(() => undefined), { timeout: 20_000 }).toBeDefined();
  return { helper, ask, back, logs, starts: () => starts };
}
/** Matches the refusal of a request that could not be answered. */
export const unavailable = (message: string) => ({ status: 503, message: expect.stringContaining(message) });
