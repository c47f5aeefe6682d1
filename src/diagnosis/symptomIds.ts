import type { ClusterStatus } from '../api/contract/cluster.ts';
import type { DomainShortage } from './evidence/shortage.ts';

/** A problem of an OSD that needs an explanation. */
type OsdSymptom = 'down' | 'silent' | 'waited' | 'slow' | 'errors' | 'flap';

/** The id of a symptom of an OSD. */
export const ofOsd = (what: OsdSymptom, id: number): string => `${what}:osd.${id}`;

/** The id of a health check as a symptom. */
export const ofCheck = (code: string): string => `check:${code}`;

/** The codes of the health checks among the ids of symptoms. */
export const codesOf = (symptoms: Iterable<string>): string[] =>
  [...symptoms].flatMap((id) => (id.startsWith('check:') ? [id.slice('check:'.length)] : []));

/** The codes of the health checks about flags that somebody has set. */
export const FLAG_CODES: ReadonlySet<string> = new Set(['OSDMAP_FLAGS', 'OSD_FLAGS']);

/** The id of a set flag as a symptom. */
export const ofFlag = (name: string): string => `flag:${name}`;

/** The names of gateway daemons, by the field of the status that counts them. */
export const GATEWAYS = {
  radosgws: 'radosgw',
  iscsi: 'iscsi',
  nfsGateways: 'nfs',
  smbGateways: 'smb',
} as const satisfies Partial<Record<keyof ClusterStatus, string>>;

/** The fields of the status that count gateways. */
export const GATEWAY_FIELDS = Object.keys(GATEWAYS) as readonly (keyof typeof GATEWAYS)[];

/** The symptom that a metadata server has evicted clients a short time ago, although no OSD had failed for which they may have waited. */
export const EVICTED = 'evicted';

/** The symptoms of OSDs that do not serve requests: health checks. */
export const SERVING_SYMPTOMS = [
  'OSD_DOWN',
  'PG_AVAILABILITY',
  'PG_DEGRADED',
  'SLOW_OPS',
  'OSD_SLOW_PING_TIME_BACK',
  'OSD_SLOW_PING_TIME_FRONT',
  'OBJECT_MISPLACED',
  'MDS_SLOW_METADATA_IO',
  'MDS_SLOW_REQUEST',
].map(ofCheck);

/** The health checks about slow pings. */
export const PING_CHECKS = ['OSD_SLOW_PING_TIME_BACK', 'OSD_SLOW_PING_TIME_FRONT'];
/** The ids of these checks as symptoms. */
export const PING_SYMPTOMS: ReadonlySet<string> = new Set(PING_CHECKS.map(ofCheck));

/** The symptom that servers are offline, which Ceph calls healthy once their OSDs are out and their data is restored. */
export const OFFLINE = 'servers';

/** The symptoms of whole parts of the hierarchy that are down: mostly health checks. */
export const PLACE_SYMPTOMS = [
  ...[
    'OSD_HOST_DOWN',
    'OSD_CHASSIS_DOWN',
    'OSD_RACK_DOWN',
    'OSD_ROW_DOWN',
    'OSD_ROOM_DOWN',
    'OSD_DATACENTER_DOWN',
  ].map(ofCheck),
  OFFLINE,
];

/** The codes of the health checks about data that has fewer copies than it should, or is not where it belongs. */
export const PLACEMENT_CHECKS = ['PG_DEGRADED', 'OBJECT_MISPLACED'];
/** The codes of the health checks that are raised when metadata servers do not serve. */
export const METADATA_CHECKS = [
  'FS_DEGRADED',
  'FS_WITH_FAILED_MDS',
  'MDS_ALL_DOWN',
  'MDS_UP_LESS_THAN_MAX',
  'MDS_INSUFFICIENT_STANDBY',
];

/** The symptom that data is on its way to other OSDs, although no health check says so. */
export const MOVING = 'moving';
/** The symptom of a server that retransmits many TCP segments. */
export const RESENT = 'resent';
/** The symptom of slow pings. */
export const SLOW_PINGS = 'pings';
/** The symptom of OSDs on several servers that get more requests than they can do. */
export const OVERLOADED = 'overloaded';
/** The symptom of all writes taking longer than usual. */
export const SLOW_WRITES = 'writes';

/** The id of the symptom that pools have too few failure domains. */
export const ofShortage = ({ rule, pools }: DomainShortage): string => `short:${rule}:${pools[0]}`;

/** The id of the symptom that a daemon of a kind is not running, possibly before a health check is raised. */
export const ofDaemon = (kind: StoppableKind): string => `daemon:${kind}`;

/** The kinds of daemons whose end is a symptom. */
export type StoppableKind = 'mon' | 'mgr' | 'mds';
