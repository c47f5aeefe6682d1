import { type TSchema, Type } from 'typebox';
import { recordCheck } from '../../recordKinds.ts';

const text = Type.String();
const number = Type.Number();
const integer = Type.Integer();
const flag = Type.Boolean();
const list = <T extends TSchema>(item: T) => Type.Array(item);
const maybe = <T extends TSchema>(value: T) => Type.Optional(value);

const luns = list(Type.Object({ pool: text, image: text, id: integer, wwn: text }));

const task = Type.Object({
  id: integer,
  name: text,
  object: text,
  startedBy: text,
  startedAt: number,
  state: text,
  done: flag,
  statusCode: integer,
  output: text,
});

/** The schemas of the records, by the first part of their keys; only fields on which this service relies. */
const RECORDS: Readonly<Record<string, TSchema>> = {
  network: Type.Object({ ip: text, netmask: integer, type: maybe(text), description: maybe(text) }),
  'ha-group': Type.Object({ virtualIp: text, servers: list(Type.Object({ server: integer })) }),
  iscsi: Type.Object({
    iqn: text,
    gateways: list(Type.Object({ server: integer, name: text, ip: text, overSsh: maybe(flag) })),
    clients: list(
      Type.Object({ name: text, credentials: Type.Object({ username: text, password: text }), luns }),
    ),
    groups: list(Type.Object({ name: text, members: list(text), luns })),
  }),
  nfs: Type.Object({
    servers: list(integer),
    overSsh: maybe(list(integer)),
    exports: Type.Object({
      last: integer,
      items: list(
        Type.Tuple([
          integer,
          Type.Object({
            nfsPath: text,
            path: text,
            access: list(Type.Object({ subnet: text, rw: flag })),
            number: integer,
          }),
        ]),
      ),
    }),
    lastNumber: integer,
  }),
  'change-request': Type.Object({
    createdBy: text,
    changes: list(Type.Object({ type: text, node: text })),
    state: Type.Union([Type.Literal('PENDING'), Type.Literal('APPROVED'), Type.Literal('REJECTED')]),
  }),
  script: Type.Object({ name: text, contents: text }),
  hook: Type.Object({ scriptId: integer, event: text, allServers: flag, serverIds: list(integer) }),
  task: Type.Object({ task, node: text }),
  'last-id': integer,
  node: Type.Object({ seen: number }),
  lease: Type.Object({ node: text, beat: integer }),
  backup: Type.Object({
    enabled: flag,
    key: text,
    last: maybe(Type.Object({ at: number, uuid: text, size: number, checksum: text })),
  }),
  'monitored-directories': list(text),
  'main-ip': Type.Object({ interfaceName: text, ip: text }),
};

const check = recordCheck(RECORDS);

/** The reason why a record is damaged; undefined if it is not. @param key without the common prefix of all keys */
export const recordDamage = (key: string, value: unknown): string | undefined =>
  check(key.split('/', 1)[0] ?? '', value);
