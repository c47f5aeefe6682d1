import { type TSchema, Type } from 'typebox';
import { recordCheck } from '../../recordKinds.ts';

const text = Type.String();
const number = Type.Number();
const integer = Type.Integer();
const flag = Type.Boolean();
const list = <T extends TSchema>(item: T) => Type.Array(item);
const maybe = <T extends TSchema>(value: T) => Type.Optional(value);
/** Null means that an initial object was deleted. */
const orDeleted = <T extends TSchema>(value: T) => Type.Union([value, Type.Null()]);
/** The saved form of a `Numbered`. */
const numbers = <T extends TSchema>(item: T) =>
  Type.Object({ last: integer, items: list(Type.Tuple([integer, item])) });

const scalar = Type.Union([text, number, flag]);
const bucketIds = list(integer);
const luns = list(Type.Object({ pool: text, image: text, id: integer, wwn: text }));
const credentials = Type.Object({ username: text, password: text });

const site = Type.Object({
  networks: numbers(Type.Object({ ip: text, netmask: integer, type: text, description: text })),
  haGroups: numbers(
    Type.Object({
      virtualIp: text,
      service: text,
      members: list(Type.Object({ server: integer, nic: integer })),
    }),
  ),
  iscsi: numbers(
    Type.Object({
      iqn: text,
      gateways: list(Type.Object({ server: integer, ip: text })),
      clients: list(Type.Object({ name: text, credentials, luns })),
      groups: list(Type.Object({ name: text, members: list(text), luns })),
    }),
  ),
  nfs: numbers(
    Type.Object({
      servers: list(integer),
      exports: numbers(
        Type.Object({
          nfsPath: text,
          path: text,
          access: list(Type.Object({ subnet: text, rw: flag })),
        }),
      ),
    }),
  ),
  mainNic: integer,
});

const pool = Type.Object({
  id: integer,
  name: text,
  application: text,
  description: text,
  size: integer,
  minSize: integer,
  dataShards: integer,
  protected: flag,
  overwrites: flag,
  fastRead: flag,
  quotaMaxBytes: number,
  quotaMaxObjects: number,
  seededBytes: number,
  bytes: number,
  objects: number,
  load: Type.Object({ readOps: number, writeOps: number, readBytes: number, writeBytes: number }),
  ruleId: integer,
  pgNum: Type.Integer({ minimum: 1 }),
});

const rule = Type.Object({
  id: integer,
  name: text,
  erasure: flag,
  takes: Type.Array(Type.Object({ root: integer, failureDomain: text, count: integer }), { minItems: 1 }),
});

const image = Type.Object({
  name: text,
  size: number,
  used: number,
  features: list(text),
  snaps: list(Type.Object({ id: integer, name: text, protected: flag })),
  dataPool: maybe(integer),
  parent: maybe(Type.Tuple([integer, integer, integer])),
});

const osd = Type.Object({
  deviceClass: text,
  capacity: number,
  reweight: number,
  in: flag,
  destroyed: flag,
  server: Type.Integer({ minimum: 1 }),
});

const disk = Type.Object({
  role: text,
  partitions: integer,
  encrypted: flag,
  osd: maybe(integer),
  journal: maybe(Type.Object({ disk: integer, partition: integer })),
});

const tree = list(Type.Object({ id: integer, name: text, type: text, children: bucketIds }));

const request = Type.Object({
  wanted: maybe(Type.Object({})),
  description: text,
  changes: list(Type.Object({ type: text, node: text })),
  by: text,
  state: Type.Union([Type.Literal('PENDING'), Type.Literal('APPROVED'), Type.Literal('REJECTED')]),
});

const hooks = Type.Object({
  scripts: numbers(Type.Object({ name: text, contents: text })),
  hooks: numbers(Type.Object({ scriptId: integer, event: text, allServers: flag, serverIds: list(integer) })),
});

const task = Type.Object({
  name: text,
  object: text,
  startedBy: text,
  startedAt: integer,
  state: text,
  output: text,
});

/** A content: a file of the upload store, or the parameters that generate it. */
const content = Type.Union([
  Type.Object({ file: Type.String({ pattern: '^[0-9a-f-]{36}$' }), size: integer, etag: text }),
  Type.Object({ seed: integer, size: integer, kind: text }),
]);

const quota = Type.Object({ enabled: flag, maxSizeKb: number, maxObjects: number });
const key = { accessKey: text, secretKey: text };
const user = Type.Object({
  uid: text,
  name: text,
  email: text,
  suspended: flag,
  ...key,
  subusers: list(Type.Tuple([text, Type.Object({ permissions: text, ...key })])),
  userQuota: quota,
  bucketQuota: quota,
});
const bucket = Type.Object({
  id: text,
  createdAt: number,
  owner: text,
  acl: list(Type.Object({})),
  cors: list(Type.Object({})),
});
const object = Type.Object({ content, owner: text, modifiedAt: number, headers: Type.Object({}) });

const attributes = {
  name: text,
  parent: text,
  uid: integer,
  gid: integer,
  mode: integer,
  modifiedAt: number,
};
const node = Type.Union([
  Type.Object({
    ...attributes,
    type: Type.Literal('DIR'),
    pool: maybe(text),
    quota: Type.Object({ maxBytes: number, maxFiles: number }),
  }),
  Type.Object({ ...attributes, type: Type.Literal('FILE'), pool: text, content }),
  Type.Object({ ...attributes, type: Type.Literal('SYMLINK'), target: text }),
]);

/** Schemas of the stored values by section. A value that does not fit is damaged. */
const SECTIONS: Readonly<Record<string, TSchema>> = {
  cluster: Type.Union([
    Type.Object({ seed: number, scale: integer, bare: maybe(flag) }),
    Type.Object({ disks: list(integer) }),
  ]),
  flags: flag,
  crashes: Type.Object({
    id: text,
    entity: text,
    timestamp: number,
    hostname: text,
    process: text,
    version: text,
    archived: flag,
    reason: text,
    assertion: Type.Object({}),
    backtrace: list(text),
    os: text,
    kernel: text,
    signature: text,
  }),
  healthMutes: Type.Object({ sticky: flag, until: maybe(number), summary: text, count: number }),
  settings: Type.Union([number, Type.Null()]),
  config: orDeleted(scalar),
  backups: Type.Object({
    at: number,
    bytes: number,
    checksum: text,
    settings: maybe(list(Type.Tuple([text, scalar]))),
  }),
  backupChoice: flag,
  rules: orDeleted(rule),
  pools: orDeleted(pool),
  images: orDeleted(image),
  osds: osd,
  disks: orDeleted(disk),
  crush: tree,
  crushChanges: numbers(request),
  site,
  hooks,
  monitored: list(text),
  tasks: task,
  s3Users: orDeleted(user),
  s3Buckets: orDeleted(bucket),
  s3Objects: orDeleted(object),
  files: orDeleted(node),
};

const check = recordCheck(SECTIONS);

/** Describes the damage of a value in a section; undefined if it fits. */
export const damageOf = (section: string, value: unknown): string | undefined =>
  Object.hasOwn(SECTIONS, section) ? check(section, value) : 'this version of storedeck has no such section';
