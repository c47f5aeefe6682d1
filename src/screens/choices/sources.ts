import { NODE_TYPES } from '../../api/contract/crush.ts';
import { DEVICE_CLASSES, type Disk } from '../../api/contract/disks.ts';
import { LOG_SERVICES } from '../../api/contract/logs.ts';
import { POOL_APPLICATIONS } from '../../api/contract/pools.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { Named } from '../../api/contract/shapes.ts';
import { bytes } from '../../lib/format.ts';
import type { Choice } from '../../store/action/field.ts';
import { resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { parseServer, serversOf } from '../fields/servers.ts';
import { GRAPHS } from '../figures/graphs.ts';
import { allIscsiServices } from '../gateways/iscsi.ts';
import { allNfsServices } from '../gateways/nfs.ts';
import { nicWords, readNics } from '../gateways/nics.ts';
import type { gatewayServices } from '../gateways/services.ts';
import { gateway, gatewayAddress, haMember, iscsiDisk } from './parts.ts';
import { listings } from './paths.ts';
import {
  type ValueLookup,
  dependent,
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
    // Disks without an OSD are rows as well.
    cockpit.facts
      .osds()
      .filter(({ osdId, status }) => osdId !== undefined && only(status))
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

const s3Users = resource('listS3Users');
const interfaces = resource('listInterfaces');
const iscsiService = (lookup: ValueLookup) =>
  resource('getIscsiService', { params: { serviceId: Number(lookup('serviceId')) } });

/** The gateway services of one kind by their ids, which the interface does not list. */
const services = <Service extends object>(
  { list }: Pick<ReturnType<typeof gatewayServices<Service>>, 'list'>,
  hintOf: (service: Service) => string,
): Source =>
  dependent(
    [],
    (_, { memory }) => list(memory),
    (all) => all.map(({ id, service }) => ({ text: String(id), hint: hintOf(service) })),
  );

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
  image: dependent(
    ['pool'],
    (lookup) => resource('listImages', { params: { pool: lookup('pool') }, query: { limit: MAX_CHOICES } }),
    ({ data = [], totalElements = 0 }) =>
      firstOf(
        data.map(({ name = '', size }) => ({ text: name, hint: bytes(size) })),
        data.length >= totalElements,
      ),
  ),
  snapshot: dependent(
    ['pool', 'image'],
    (lookup) => resource('getImage', { params: { pool: lookup('pool'), rbd: lookup('image') } }),
    ({ snaps = [] }) => words(snaps.map(({ name }) => name)),
  ),
  s3User: polled(s3Users, (all) => all.map(({ uid = '', name = '' }) => ({ text: uid, hint: name }))),
  s3Subuser: dependent(
    ['uid'],
    () => s3Users,
    (all, lookup) => {
      const user = all.find(({ uid }) => uid === lookup('uid'));
      return words((user?.subusers ?? []).map(({ subuser = '' }) => subuser.split(':').at(-1)));
    },
  ),
  s3Bucket: polled(resource('listS3Buckets'), (all) =>
    all.map(({ bucket = '', owner = '' }) => ({ text: bucket, hint: owner })),
  ),
  // A large bucket is browsed by the prefix that is typed.
  s3Object: dependent(
    ['bucketName'],
    (lookup) =>
      resource('listS3Objects', {
        params: { bucketName: lookup('bucketName') },
        query: {
          max: MAX_CHOICES,
          flatView: true,
          ...(lookup('directory') && { prefix: lookup('directory') }),
        },
      }),
    ({ objects = [], continuationToken }) =>
      firstOf(
        objects.map(({ key = '', size }) => ({ text: key, hint: bytes(size) })),
        !continuationToken,
      ),
  ),
  layoutPool: polled(resource('listLayoutPools'), words),
  network: polled(resource('listNetworks'), (all) =>
    numbered(
      all.map(({ id, ip, netmask, type, description }) => ({
        id,
        name: `${ip}/${netmask}`,
        hint: [type, description].filter(Boolean).join('  '),
      })),
    ),
  ),
  haGroup: polled(resource('listHaGroups'), (all) =>
    numbered(all.map(({ id, virtualIp, service }) => ({ id, name: virtualIp, hint: service ?? '' }))),
  ),
  script: polled(resource('listScripts'), numbered),
  hook: polled(resource('listHooks'), (all) =>
    all.map(({ id, scriptName, event }) => ({ text: String(id), hint: `${scriptName} at ${event}` })),
  ),
  setting: polled(resource('getAvailableSettings'), (all) =>
    Object.entries(all).map(([text, { description = '' }]) => ({ text, hint: description })),
  ),
  graph: {
    choices: () => ({ all: GRAPHS.map(({ graph, of }) => ({ text: graph, hint: `of ${of}` })) }),
    load: () => undefined,
  },
  interface: polled(interfaces, ({ interfaces: all = [] }) => words(all)),
  ownAddress: polled(interfaces, ({ ips = [] }) =>
    ips.map(({ ip = '', netmask = '--', interfaceName = '--' }) => ({
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
  gatewayAddress,
  iscsiDisk,
  monitoredDirectory: polled(resource('listMonitoredDirectories'), (all) =>
    all.map(({ queryName = '', displayName = '' }) => ({
      text: queryName,
      hint: displayName === queryName ? '' : displayName,
    })),
  ),
  iscsiService: services(allIscsiServices, () => ''),
  iscsiClient: dependent(['serviceId'], iscsiService, ({ clients = [] }) =>
    words(clients.map(({ name }) => name)),
  ),
  iscsiGroup: dependent(['serviceId'], iscsiService, ({ groups = [] }) =>
    words(groups.map(({ name }) => name)),
  ),
  nfsService: services(allNfsServices, ({ exports = [] }) => `${exports.length} exports`),
  nfsExport: dependent(
    ['serviceId'],
    (lookup) => resource('listNfsExports', { params: { serviceId: Number(lookup('serviceId')) } }),
    (all) =>
      all.map(({ id, nfsPath = '', path = '' }) => ({ text: String(id), hint: `${nfsPath} (${path})` })),
  ),
  path: listings('cluster'),
};
