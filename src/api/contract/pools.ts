import { type Static, Type } from 'typebox';
import { body, changes, operation, shape } from '../operation.ts';
import { id, name, names, thisWillDeleteData } from './shapes.ts';

/** The common applications of a pool; others are allowed. */
export const POOL_APPLICATIONS = ['rbd', 'storefs', 'rgw'] as const;

const count = (description: string) => Type.Integer({ minimum: 0, description });

const fields = {
  name: Type.String({ minLength: 1 }),
  description: Type.String(),
  pgNum: count('placement groups'),
  minSize: count('copies, or chunks, that must be there for client I/O'),
  size: count('copies'),
  erasureCoding: Type.Boolean(),
  dataChunks: count('data chunks of an erasure-coded pool'),
  parityChunks: count('parity chunks of an erasure-coded pool'),
  quotaMaxBytes: count('bytes; 0 is unlimited'),
  quotaMaxObjects: count('objects; 0 is unlimited'),
  crushRule: id('id of the CRUSH rule', 'rule'),
  unprotect: Type.Boolean({ description: 'lift the protection against deletion' }),
  application: Type.String({
    description: `application using the pool: ${POOL_APPLICATIONS.join(', ')} or another`,
    ...names('application'),
  }),
  fastRead: Type.Boolean({ description: 'read all k+m chunks of an erasure-coded pool in parallel' }),
};
const { name: poolName, ...options } = fields;

/** A pool with its redundancy, its quotas and its load (interface, "Pool"). */
export const Pool = shape({
  name: Type.String(),
  erasureCoding: Type.Boolean(),
  description: Type.String(),
  poolId: Type.Integer(),
  pgNum: Type.Integer({ description: 'placement groups' }),
  pgpNum: Type.Integer({ description: 'placement groups for placement' }),
  minSize: Type.Integer({ description: 'copies, or chunks, that must be there for client I/O' }),
  size: Type.Integer({ description: 'copies, or chunks' }),
  dataChunks: Type.Integer(),
  parityChunks: Type.Integer(),
  quotaMaxBytes: Type.Integer({ description: 'bytes; 0 is unlimited' }),
  quotaMaxObjects: Type.Integer({ description: 'objects; 0 is unlimited' }),
  crushRule: Type.Integer({ description: 'id of the CRUSH rule' }),
  stats: shape({
    bytes: Type.Integer({ description: 'bytes stored' }),
    objects: Type.Integer({ description: 'objects stored' }),
    readIops: Type.Number({ description: 'reads per second' }),
    writeIops: Type.Number({ description: 'writes per second' }),
    readBytesPerSec: Type.Number({ description: 'bytes per second' }),
    writeBytesPerSec: Type.Number({ description: 'bytes per second' }),
  }),
  application: Type.String(),
  erasureCodingOverwriteSupportMissing: Type.Boolean({
    description: 'the pool lacks the ec_overwrites flag',
  }),
  fastRead: Type.Boolean({ description: 'all k+m chunks are read in parallel' }),
});
export type Pool = Static<typeof Pool>;

const pool = Type.Object({ name: name('name of the pool', 'pool') });
const deletion = body({
  name: Type.Optional(Type.String({ description: 'name of the pool, repeated', ...names('pool') })),
  poolId: Type.Optional(Type.Integer({ description: 'id of the pool, repeated', ...names('poolId') })),
  thisWillDeleteData,
});

/** The section "pools": creating, changing and deleting them. */
export const pools = {
  listPools: operation({
    method: 'GET',
    path: '/pools',
    summary: 'Pools',
    tier: 'read',
    reply: Type.Array(Pool),
  }),
  createPool: operation({
    method: 'POST',
    path: '/pools',
    summary: 'Create a pool',
    tier: 'disruptive',
    body: body({ name: poolName, ...Type.Partial(Type.Object(options)).properties }),
  }),
  deletePool: operation({
    method: 'DELETE',
    path: '/pools/{name}',
    summary: 'Delete a pool and all data in it',
    tier: 'destructive',
    params: pool,
    body: deletion,
  }),
  updatePool: operation({
    method: 'PATCH',
    path: '/pools/{name}',
    summary: 'Change a pool',
    tier: 'disruptive',
    params: pool,
    body: changes(fields),
  }),
  enableErasureOverwrites: operation({
    method: 'POST',
    path: '/pools/{name}/enable-ec-overwrites',
    summary: 'Allow overwrites in an erasure-coded pool, which cannot be undone',
    tier: 'disruptive',
    params: pool,
  }),
  deletePoolByPost: operation({
    method: 'POST',
    path: '/pools/{name}/delete',
    summary: 'Delete a pool and all data in it, where DELETE cannot carry a body',
    tier: 'destructive',
    params: pool,
    body: deletion,
  }),
  getPoolDetails: operation({
    method: 'GET',
    path: '/pools/{name}/details',
    summary: 'Everything that the storage software reports about a pool',
    tier: 'read',
    params: pool,
    // An object according to the document, a list of objects from known servers; the fields vary.
    reply: Type.Unknown({ description: 'free form' }),
  }),
} as const;
