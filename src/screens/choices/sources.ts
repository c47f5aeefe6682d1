import { NODE_TYPES } from '../../api/contract/crush.ts';
import { DEVICE_CLASSES, type Disk } from '../../api/contract/disks.ts';
import { LOG_SERVICES } from '../../api/contract/logs.ts';
import { POOL_APPLICATIONS } from '../../api/contract/pools.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { Named } from '../../api/contract/shapes.ts';
import { bytes } from '../../lib/format.ts';
import type { Choice } from '../../store/action/field.ts';
import { resources } from '../../store/cache/resources.ts';
import { findServices } from '../gateways/probe.ts';
import { nicWords, readNics } from '../networks/nics.ts';
import { parseServer, serversOf } from '../servers/fields.ts';
import { GRAPHS } from '../stats/graphs.ts';
import { gateway, haMember, iscsiDisk } from './parts.ts';
import { listings } from './paths.ts';
import {
  type ValueLookup,
  fetched,
  firstOf,
  fixed,
  MAX_CHOICES,
  numbered,
  polled,
  type Source,
  words,
} from './source.ts';

const poolChoice = ({ name = '', application = '', stats }: Pool): Choice => ({
  text: name,
  hint: [application, stats?.bytes === undefined ? '' : bytes(stats.bytes)].filter(Boolean).join('  '),
});
const pools = (only: (pool: Pool) => boolean = () => true): Source =>
  polled(resources.pools, (all) => all.filter(only).map(poolChoice));

const disks = (only: (disk: Disk) => boolean = () => true): Source =>
  polled(resources.disks, (all) =>
    numbered(
      all.filter(only).map((disk) => ({
        id: disk.id,
        name: [disk.hostname, disk.name].filter(Boolean).join('/'),
        hint: [disk.role, disk.osdId === undefined ? '' : `osd.${disk.osdId}`, bytes(disk.capacity)]
          .filter(Boolean)
          .join('  '),
      })),
    ),
  );

const osds = (only: (status: string | undefined) => boolean = () => true): Source =>
  polled(resources.crush, (_, cockpit) =>
    cockpit.facts
      .osds()
      .filter(({ status }) => only(status))
      .map(({ osdId, host, status }) => ({
        text: `osd.${osdId}`,
        reads: String(osdId),
        hint: [host, status].filter(Boolean).join('  '),
      })),
  );

/** Bucket types that copies can be spread over, the smallest first, spelled as in CRUSH rules. */
export const FAILURE_DOMAINS: readonly string[] = NODE_TYPES.filter(
  (type) => type !== 'UNKNOWN' && type !== 'ROOT',
).map((type) => type.toLowerCase());

/** The features of RBD images that can be chosen, by their Ceph names. */
const FEATURES = ['layering', 'exclusive-lock', 'object-map', 'fast-diff', 'deep-flatten', 'journaling'];

const iscsi = (lookup: ValueLookup) => ({ params: { serviceId: Number(lookup('serviceId')) } });

/** The sources of choices, by what a field names. */
export const SOURCES: Readonly<Record<Named, Source>> = {
  pool: pools(),
  erasurePool: pools(({ erasureCoding }) => erasureCoding === true),
  poolId: polled(resources.pools, (all) => numbered(all.map(({ poolId, name }) => ({ id: poolId, name })))),
  application: polled(resources.pools, (all) => ({
    all: words([...POOL_APPLICATIONS, ...all.map(({ application }) => application)]),
    words: true,
  })),
  rule: polled(resources.rules, (all) =>
    numbered(all.map(({ id, name, type = '' }) => ({ id, name, hint: `${id}  ${type.toLowerCase()}` }))),
  ),
  ruleName: polled(resources.rules, (all) =>
    all.map(({ name = '', type = '' }) => ({ text: name, hint: type.toLowerCase() })),
  ),
  crushBucket: polled(resources.crush, ({ nodes = [] }) =>
    nodes
      .filter(({ type }) => type !== 'OSD')
      .map(({ name = '', type = '' }) => ({ text: name, hint: type.toLowerCase() }))
      .toSorted((a, b) => Number(b.hint === 'root') - Number(a.hint === 'root')),
  ),
  failureDomain: fixed(words(FAILURE_DOMAINS)),
  deviceClass: polled(resources.crush, ({ nodes = [] }) =>
    words([...nodes.map(({ deviceClass }) => deviceClass), ...DEVICE_CLASSES]),
  ),
  server: polled(resources.serverNames, (_, cockpit) => numbered(serversOf(cockpit))),
  osd: osds(),
  destroyedOsd: osds((status) => status === 'DESTROYED'),
  disk: disks(),
  journalDisk: disks(({ role }) => role === 'journal'),
  task: polled(resources.tasks, ({ data = [] }) =>
    data.map(({ id, name = '', state = '' }) => ({ text: String(id), hint: `${state}  ${name}` })),
  ),
  feature: fixed(words(FEATURES)),
  logService: fixed(words(LOG_SERVICES)),
  image: fetched(
    'images',
    async ({ api }, lookup) => {
      const query = { limit: MAX_CHOICES };
      const { data = [], totalElements = 0 } = await api.listImages({
        params: { pool: lookup('pool') },
        query,
      });
      const all = data.map(({ name = '', size }) => ({ text: name, hint: bytes(size) }));
      return firstOf(all, all.length >= totalElements);
    },
    ['pool'],
  ),
  snapshot: fetched(
    'snapshots',
    async ({ api }, lookup) => {
      const { snaps = [] } = await api.getImage({ params: { pool: lookup('pool'), rbd: lookup('image') } });
      return words(snaps.map(({ name }) => name));
    },
    ['pool', 'image'],
  ),
  s3User: fetched('s3Users', async ({ api }) =>
    (await api.listS3Users()).map(({ uid = '', name = '' }) => ({ text: uid, hint: name })),
  ),
  s3Subuser: fetched(
    's3Subusers',
    async ({ api }, lookup) => {
      const user = (await api.listS3Users()).find(({ uid }) => uid === lookup('uid'));
      return words((user?.subusers ?? []).map(({ subuser = '' }) => subuser.split(':').at(-1)));
    },
    ['uid'],
  ),
  s3Bucket: fetched('s3Buckets', async ({ api }) =>
    (await api.listS3Buckets()).map(({ bucket = '', owner = '' }) => ({ text: bucket, hint: owner })),
  ),
  // A large bucket is browsed by the prefix that is typed.
  s3Object: fetched(
    's3Objects',
    async ({ api }, lookup) => {
      const query = {
        max: MAX_CHOICES,
        flatView: true,
        ...(lookup('directory') && { prefix: lookup('directory') }),
      };
      const { objects = [], continuationToken } = await api.listS3Objects({
        params: { bucketName: lookup('bucketName') },
        query,
      });
      const all = objects.map(({ key = '', size }) => ({ text: key, hint: bytes(size) }));
      return firstOf(all, !continuationToken);
    },
    ['bucketName'],
    ['directory'],
  ),
  layoutPool: fetched('layoutPools', async ({ api }) => words(await api.listLayoutPools())),
  network: fetched('networks', async ({ api }) =>
    numbered(
      (await api.listNetworks()).map(({ id, ip, netmask, type, description }) => ({
        id,
        name: `${ip}/${netmask}`,
        hint: [type, description].filter(Boolean).join('  '),
      })),
    ),
  ),
  haGroup: fetched('haGroups', async ({ api }) =>
    numbered(
      (await api.listHaGroups()).map(({ id, virtualIp, service }) => ({
        id,
        name: virtualIp,
        hint: service ?? '',
      })),
    ),
  ),
  script: fetched('scripts', async ({ api }) => numbered(await api.listScripts())),
  hook: fetched('hooks', async ({ api }) =>
    (await api.listHooks()).map(({ id, scriptName, event }) => ({
      text: String(id),
      hint: `${scriptName} at ${event}`,
    })),
  ),
  setting: fetched('settings', async ({ api }) =>
    Object.entries(await api.getAvailableSettings()).map(([text, { description = '' }]) => ({
      text,
      hint: description,
    })),
  ),
  graph: {
    choices: () => ({ all: GRAPHS.map(({ graph, of }) => ({ text: graph, hint: `of ${of}` })) }),
    load: () => undefined,
  },
  interface: fetched('interfaces', async ({ api }) => words((await api.listInterfaces()).interfaces ?? [])),
  ownAddress: fetched('ownAddresses', async ({ api }) =>
    ((await api.listInterfaces()).ips ?? []).map(({ ip = '', netmask = '--', interfaceName = '--' }) => ({
      text: ip,
      hint: `/${netmask} on ${interfaceName}`,
    })),
  ),
  nic: fetched(
    'nics',
    async ({ api, cockpit }, lookup) => {
      const server = parseServer(serversOf(cockpit), lookup('id'));
      return (await readNics(api))
        .filter((nic) => nic.server === server)
        .map((nic) => ({ text: String(nic.nic), hint: nicWords(nic) }));
    },
    ['id'],
  ),
  haMember,
  gateway,
  iscsiDisk,
  monitoredDirectory: fetched('directories', async ({ api }) =>
    (await api.listMonitoredDirectories()).map(({ queryName = '', displayName = '' }) => ({
      text: queryName,
      hint: displayName === queryName ? '' : displayName,
    })),
  ),
  iscsiService: fetched('iscsiServices', async ({ api }) =>
    (await findServices([], (serviceId) => api.getIscsiService({ params: { serviceId } }))).map(({ id }) => ({
      text: String(id),
    })),
  ),
  iscsiClient: fetched(
    'iscsiClients',
    async ({ api }, lookup) =>
      words(((await api.getIscsiService(iscsi(lookup))).clients ?? []).map(({ name }) => name)),
    ['serviceId'],
  ),
  iscsiGroup: fetched(
    'iscsiGroups',
    async ({ api }, lookup) =>
      words(((await api.getIscsiService(iscsi(lookup))).groups ?? []).map(({ name }) => name)),
    ['serviceId'],
  ),
  nfsService: fetched('nfsServices', async ({ api }) =>
    (await findServices([], (serviceId) => api.getNfsService({ params: { serviceId } }))).map(
      ({ id, service: { exports = [] } }) => ({ text: String(id), hint: `${exports.length} exports` }),
    ),
  ),
  nfsExport: fetched(
    'nfsExports',
    async ({ api }, lookup) =>
      (await api.listNfsExports({ params: { serviceId: Number(lookup('serviceId')) } })).map(
        ({ id, nfsPath = '', path = '' }) => ({ text: String(id), hint: `${nfsPath} (${path})` }),
      ),
    ['serviceId'],
  ),
  path: listings('cluster'),
};
