import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { IscsiLogin, OtherClients } from '../interface/clients.ts';
import type { TestCluster } from './cluster.ts';
import { S3Client } from './s3Client.ts';

const run = promisify(execFile);
const ISCSI = new URL('./iscsiClient.py', import.meta.url).pathname;
const HOST = '127.0.0.1';
/** The offsets of the gateway ports of two servers from the first port of a cluster, where cluster.sh leaves room. */
const PORTS = { iscsi: [20, 21], nfs: [22, 23] } as const;

const portOf = ({ port }: TestCluster, kind: keyof typeof PORTS, server: number): number =>
  port + PORTS[kind][server]!;

/** The address of a server's gateway, `host:port`. */
type GatewayAddress = (server?: number) => string;

const addressOf =
  (cluster: TestCluster, kind: keyof typeof PORTS): GatewayAddress =>
  (server = 0) =>
    `${HOST}:${portOf(cluster, kind, server)}`;

/** The addresses on which the gateways of a server of `ClusterTraits.gateways` listen. */
export const gatewayPorts = (cluster: TestCluster, server: number) => ({
  iscsiPort: portOf(cluster, 'iscsi', server),
  nfsPort: portOf(cluster, 'nfs', server),
  nfsAddress: HOST,
});

async function printed(program: string, args: readonly string[], input?: string): Promise<string> {
  // A program that cannot connect may retry forever.
  const running = run(program, args, { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 });
  // A program that fails at once may already have closed its input.
  running.child.stdin?.on('error', () => undefined).end(input);
  return (await running).stdout;
}

/** Programs from Debian packages, see packages.txt. */
export const otherClients = (cluster: TestCluster): OtherClients => ({
  rbd: (...args) => printed('rbd', ['-c', cluster.conf, ...args]),
  radosgwAdmin: (...args) => printed('radosgw-admin', ['-c', cluster.conf, ...args]),
  async s3cmd(config, ...args) {
    using client = new S3Client(config);
    return await client.s3cmd(...args);
  },
  async setCors(config, bucket, rules) {
    using client = new S3Client(config);
    writeFileSync(client.file('rules'), rules);
    await client.s3cmd('setcors', client.file('rules'), `s3://${bucket}`);
  },
  nfs: nfsClient(addressOf(cluster, 'nfs')),
  iscsi: iscsiClient(addressOf(cluster, 'iscsi')),
});

export function nfsClient(address: GatewayAddress): OtherClients['nfs'] {
  const url = (path: string, server?: number) => {
    const [host, port] = address(server).split(':');
    return `nfs://${host}${path}?version=4&nfsport=${port}`;
  };
  return {
    async names(path, server) {
      const lines = (await printed('nfs-ls', [url(path, server)])).split('\n');
      return lines.flatMap((line) => /\S+$/.exec(line)?.[0] ?? []).toSorted();
    },
    read: (path, server) => printed('nfs-cat', [url(path, server)]),
    async write(path, content, server) {
      const folder = mkdtempSync(join(tmpdir(), 'nfs-'));
      try {
        const file = join(folder, 'file');
        writeFileSync(file, content);
        await printed('nfs-cp', [file, url(path, server)]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

export function iscsiClient(portal: GatewayAddress): OtherClients['iscsi'] {
  const account = ({ username, password }: IscsiLogin) =>
    username === undefined ? [] : [username, password ?? ''];
  const url = (login: IscsiLogin, server?: number) =>
    `iscsi://${account(login).join('%')}${login.username === undefined ? '' : '@'}${portal(server)}`;
  const beginning = (login: IscsiLogin, target: string, lun: number, content?: string) => {
    const args = [portal(), target, String(lun), login.initiator, ...account(login)];
    return printed('/usr/bin/python3', [ISCSI, ...args], content);
  };
  return {
    targets: (login, server) => printed('iscsi-ls', ['-s', '-i', login.initiator, url(login, server)]),
    async size(login, target, lun) {
      const args = ['-i', login.initiator, `${url(login)}/${target}/${lun}`];
      return Number(/Total size:(\d+)/.exec(await printed('iscsi-readcapacity16', args))?.[1]);
    },
    read: (login, target, lun) => beginning(login, target, lun),
    async write(login, target, lun, content) {
      await beginning(login, target, lun, content);
    },
  };
}
