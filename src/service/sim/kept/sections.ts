import { type TSchema, Type } from 'typebox';
import { recordCheck } from '../../recordKinds.ts';

const text = Type.String();
const number = Type.Number();
const whole = Type.Integer();
const flag = Type.Boolean();
const list = <T extends TSchema>(item: T) => Type.Array(item);
const maybe = <T extends TSchema>(value: T) => Type.Optional(value);
/** Null means that an initial object was deleted. */
const orGone = <T extends TSchema>(value: T) => Type.Union([value, Type.Null()]);
/** The saved form of a `Numbered`. */
const numbers = <T extends TSchema>(item: T) =>
  Type.Object({ last: whole, items: list(Type.Tuple([whole, item])) });

const scalar = Type.Union([text, number, flag]);
const bucketIds = list(whole);
const luns = list(Type.Object({ pool: text, image: text, id: whole, wwn: text }));
const credentials = Type.Object({ username: text, password: text });

const site = Type.Object({
  networks: numbers(Type.Object({ ip: text, netmask: whole, type: text, description: text })),
  haGroups: numbers(
    Type.Object({
      virtualIp: text,
      service: text,
      members: list(Type.Object({ server: whole, nic: whole })),
    }),
  ),
  iscsi: numbers(
    Type.Object({
      iqn: text,
      gateways: list(Type.Object({ server: whole, ip: text })),
      clients: list(Type.Object({ name: text, credentials, luns })),
      groups: list(Type.Object({ name: text, members: list(text), luns })),
    }),
  ),
  nfs: numbers(
    Type.Object({
      servers: list(whole),
      exports: numbers(
        Type.Object({
          nfsPath: text,
          path: text,
          access: list(Type.Object({ subnet: text, rw: flag })),
        }),
      ),
    }),
  ),
  mainNic: whole,
});

const pool = Type.Object({
  id: whole,
  name: text,
  application: text,
  description: text,
  size: whole,
  minSize: whole,
  dataShards: whole,
  protected: flag,
  overwrites: flag,
  fastRead: flag,
  quotaMaxBytes: number,
  quotaMaxObjects: number,
  seededBytes: number,
  bytes: number,
  objects: number,
  load: Type.Object({ readOps: number, writeOps: number, readBytes: number, writeBytes: number }),
  ruleId: whole,
  pgNum: Type.Integer({ minimum: 1 }),
});

const rule = Type.Object({
  id: whole,
  name: text,
  erasure: flag,
  takes: Type.Array(Type.Object({ root: whole, failureDomain: text, count: whole }), { minItems: 1 }),
});

const image = Type.Object({
  name: text,
  size: number,
  used: number,
  features: list(text),
  snaps: list(Type.Object({ id: whole, name: text, protected: flag })),
  dataPool: maybe(whole),
  parent: maybe(Type.Tuple([whole, whole, whole])),
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
  partitions: whole,
  encrypted: flag,
  osd: maybe(whole),
  journal: maybe(Type.Object({ disk: whole, partition: whole })),
});

const tree = list(Type.Object({ id: whole, name: text, type: text, children: bucketIds }));

const request = Type.Object({
  wanted: maybe(Type.Object({})),
  description: text,
  changes: list(Type.Object({ type: text, node: text })),
  by: text,
  state: Type.Union([Type.Literal('PENDING'), Type.Literal('APPROVED'), Type.Literal('REJECTED')]),
});

const hooks = Type.Object({
  scripts: numbers(Type.Object({ name: text, contents: text })),
  hooks: numbers(Type.Object({ scriptId: whole, event: text, allServers: flag, serverIds: list(whole) })),
});

const task = Type.Object({
  name: text,
  object: text,
  startedBy: text,
  startedAt: whole,
  state: text,
  output: text,
});

/** A content: a file of the shelf, or the parameters that generate it. */
const content = Type.Union([
  Type.Object({ file: Type.String({ pattern: '^[0-9a-f-]{36}$' }), size: whole, etag: text }),
  Type.Object({ seed: whole, size: whole, kind: text }),
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

const attributes = { name: text, parent: text, uid: whole, gid: whole, mode: whole, modifiedAt: number };
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
    Type.Object({ seed: number, scale: whole, bare: maybe(flag) }),
    Type.Object({ disks: list(whole) }),
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
  config: orGone(scalar),
  backups: Type.Object({
    at: number,
    bytes: number,
    checksum: text,
    settings: maybe(list(Type.Tuple([text, scalar]))),
  }),
  backupChoice: flag,
  rules: orGone(rule),
  pools: orGone(pool),
  images: orGone(image),
  osds: osd,
  disks: orGone(disk),
  crush: tree,
  crushChanges: numbers(request),
  site,
  hooks,
  monitored: list(text),
  tasks: task,
  s3Users: orGone(user),
  s3Buckets: orGone(bucket),
  s3Objects: orGone(object),
  files: orGone(node),
};

const check = recordCheck(SECTIONS);

/** Describes the damage of a value in a section; undefined if it fits. */
export const damageOf = (section: string, value: unknown): string | undefined =>
  Object.hasOwn(SECTIONS, section)
    ? check(section, value)
    : 'this version of storedeck knows no such section';
