import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { probeCluster } from '../../../../src/service/ceph/setup/probe.ts';
import { refusal } from '../../../support/refusal.ts';

/** A minimal helper that refuses the key "wrong", and for any other key returns the given monitors as the fsid. */
const HELPER = `
const { createInterface } = require('node:readline');
const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
let settings;
let cluster;
send({ hello: { protocol: 1 } });
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (!settings) return void ([cluster, settings] = [message, message.settings]);
  const { id } = message;
  if (settings.key === 'whole') return send({ id, rc: 0, outs: '', text: JSON.stringify({ fsid: JSON.stringify(cluster) }) });
  if (settings.key === 'wrong') return send({ id, rc: -13, outs: 'permission denied', text: '' });
  send({ id, rc: 0, outs: '', text: JSON.stringify({ fsid: settings.mon_host }) });
});
`;

const options = {
  clock: systemClock(),
  command: { argv: [process.execPath, '-e', HELPER] as const },
  settings: { client_mount_timeout: '5' },
};

test('a cluster is asked for its fsid at the given monitors, with the given key', async () => {
  expect(await probeCluster(options, ['10.0.0.1', '10.0.0.2'], 'right')).toBe('10.0.0.1,10.0.0.2');
});

test('a cluster that rejects the key makes the request invalid', async () => {
  await expect(probeCluster(options, ['10.0.0.1'], 'wrong')).rejects.toMatchObject(refusal(400));
});

test('the cluster is asked as its administrator, without the configuration of this machine', async () => {
  expect(JSON.parse(await probeCluster(options, ['10.0.0.1'], 'whole'))).toEqual({
    conf: '/dev/null',
    name: 'client.admin',
    settings: { client_mount_timeout: '5', mon_host: '10.0.0.1', key: 'whole' },
  });
});
