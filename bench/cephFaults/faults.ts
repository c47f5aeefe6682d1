import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Daemon } from '../../test/ceph/cluster.ts';
import type { Lab, ServiceAccess } from './lab.ts';

/** A fault that is put into a cluster, and lasts for some time. */
export interface Fault {
  /** In words, as the report names it. */
  readonly about: string;
  readonly lastsMs: number;
  /** Makes what the fault is put into. */
  readonly prepare?: (lab: Lab) => Promise<unknown>;
  /** @returns the function that ends the fault; a text from it is told */
  readonly inject: (lab: Lab) => Promise<() => unknown>;
  /** The access that doctor is asked about. */
  readonly access?: (lab: Lab) => ServiceAccess;
}

const MONITORS = ['mon.a', 'mon.b', 'mon.c'] as const;

async function leaderOf(lab: Lab): Promise<(typeof MONITORS)[number]> {
  const answer = await lab.cluster.ceph('quorum_status', '--format', 'json');
  const { quorum_leader_name: name } = JSON.parse(answer) as { quorum_leader_name: string };
  return MONITORS.find((monitor) => monitor === `mon.${name}`) ?? 'mon.a';
}

/** Kills daemons, one after the other. @returns the function that starts them again */
async function kill(lab: Lab, daemons: readonly Daemon[]): Promise<() => Promise<unknown>> {
  for (const daemon of daemons) await lab.cluster.kill(daemon);
  return () => Promise.all(daemons.map((daemon) => lab.cluster.start(daemon)));
}

/** Starts the service anew with a wrong access to the cluster, and with the right one in the end. */
function wrongAccess(about: string, accessOf: (lab: Lab) => Promise<ServiceAccess>): Fault {
  let access: ServiceAccess = {};
  return {
    about,
    lastsMs: 15_000,
    async inject(lab) {
      access = await accessOf(lab);
      await lab.restartService(access);
      return () => lab.restartService();
    },
    access: () => access,
  };
}

const wrongConf = (lab: Lab): string => join(lab.folder, 'wrong.conf');

/** Writes the configuration file of a wrong access, made from the right one. */
function writeConf(lab: Lab, change: (conf: string) => string): string {
  writeFileSync(wrongConf(lab), change(readFileSync(lab.cluster.conf, 'utf8')));
  return wrongConf(lab);
}

/** A configuration file with the key of a new user. */
async function userWith(lab: Lab, name: string, ...caps: readonly string[]): Promise<ServiceAccess> {
  const keyring = join(lab.folder, `${name}.keyring`);
  writeFileSync(keyring, await lab.cluster.ceph('auth', 'get-or-create', name, ...caps));
  const conf = writeConf(lab, (text) => `${text}\n[${name}]\nkeyring = ${keyring}\n`);
  return { conf, user: name };
}

/** All faults, by the names with which they are chosen. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'helper-killed': {
    about: "the service's helper process is killed",
    lastsMs: 0,
    inject: async (lab) => {
      lab.killHelper();
      return () => undefined;
    },
  },
  'leader-killed': {
    about: 'the leader of the monitors is killed for half a minute',
    lastsMs: 30_000,
    inject: async (lab) => kill(lab, [await leaderOf(lab)]),
  },
  'leader-frozen': {
    about: 'the leader of the monitors is frozen for half a minute',
    lastsMs: 30_000,
    inject: async (lab) => lab.freeze(await leaderOf(lab)),
  },
  'quorum-lost': {
    about: 'two of three monitors are killed for a minute',
    lastsMs: 60_000,
    inject: async (lab) => kill(lab, ['mon.b', 'mon.c']),
  },
  'manager-killed': {
    about: 'the only manager is killed for 45 s',
    lastsMs: 45_000,
    inject: async (lab) => kill(lab, ['mgr.x']),
  },
  'manager-frozen': {
    about: 'the only manager is frozen for 20 s',
    lastsMs: 20_000,
    inject: async (lab) => lab.freeze('mgr.x'),
  },
  'osds-frozen': {
    about: 'all OSDs are frozen for 20 s',
    lastsMs: 20_000,
    inject: async (lab) => lab.freeze('osd.0', 'osd.1', 'osd.2'),
  },
  'mds-killed': {
    about: 'the only metadata server is killed for 20 s',
    lastsMs: 20_000,
    inject: (lab) => kill(lab, ['mds.a']),
  },
  'gateway-killed': {
    about: 'the only S3 gateway is killed for 20 s',
    lastsMs: 20_000,
    inject: (lab) => kill(lab, ['client.rgw.a']),
  },
  'service-killed': {
    about: 'the service is killed, and started again after 5 s',
    lastsMs: 5_000,
    inject: async (lab) => {
      await lab.killService();
      return () => lab.startService();
    },
  },
  'read-caps': wrongAccess('the user may only read (`allow r`)', (lab) =>
    userWith(lab, 'client.reader', 'mon', 'allow r', 'osd', 'allow r', 'mgr', 'allow r', 'mds', 'allow r'),
  ),
  'no-caps': wrongAccess('the user has no capabilities', (lab) => userWith(lab, 'client.none')),
  'wrong-key': wrongAccess('the keyring has another key than the cluster', async (lab) => {
    const keyring = join(lab.folder, 'wrong.keyring');
    // A key is its type, the time of its creation and its length, before its 16 bytes.
    const key = Buffer.concat([Buffer.from('010000000000000000001000', 'hex'), randomBytes(16)]);
    writeFileSync(keyring, `[client.admin]\nkey = ${key.toString('base64')}\n`);
    return { conf: writeConf(lab, (text) => `${text}\n[client.admin]\nkeyring = ${keyring}\n`) };
  }),
  'no-keyring': wrongAccess('the keyring is missing', async (lab) => ({
    conf: writeConf(lab, (text) => `${text}\n[client.admin]\nkeyring = ${lab.folder}/missing.keyring\n`),
  })),
  'wrong-fsid': wrongAccess('ceph.conf has the fsid of another cluster', async (lab) => ({
    conf: writeConf(lab, (text) => text.replace(/^fsid = .*$/m, `fsid = ${randomUUID()}`)),
  })),
  'no-conf': wrongAccess('there is no ceph.conf', async (lab) => ({
    conf: join(lab.folder, 'missing.conf'),
  })),
  'wrong-address': wrongAccess('ceph.conf has addresses without monitors', async (lab) => ({
    conf: writeConf(lab, (text) => text.replace(/^mon_host = .*$/m, 'mon_host = v2:127.0.0.1:9')),
  })),
};
