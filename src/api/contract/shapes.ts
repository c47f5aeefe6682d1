import { type Static, type TSchema, Type } from 'typebox';
import { choice, shape, word } from '../operation.ts';

export const TASK_STATES = ['WAITING', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELED'] as const;

/** A long-running operation of the service (interface, "Task"). */
export const Task = shape({
  statusCode: Type.Integer(),
  id: Type.Integer(),
  startedBy: Type.String(),
  startedAt: Type.Integer({
    description: 'Unix timestamp; some servers send milliseconds, told by magnitude',
  }),
  done: Type.Boolean(),
  name: Type.String(),
  state: word(TASK_STATES),
  object: Type.String(),
  output: Type.String({ description: 'a log text that grows while the task runs' }),
});
export type Task = Static<typeof Task>;

/** The answer of file downloads (interface, "FileDownload"). */
export const FileDownload = shape({
  fileName: Type.String(),
  url: Type.String(),
  fileContents: Type.String(),
});
export type FileDownload = Static<typeof FileDownload>;

/** A download whose content holds keys or passwords: the same fields, masked until asked for. */
export const SecretDownload = shape({
  fileName: Type.String(),
  url: Type.String({ 'x-secret': true }),
  fileContents: Type.String({ 'x-secret': true }),
});

/** One page of a long list, and how many entries there are in all. */
export const page = <const T extends TSchema>(item: T) =>
  shape({ data: Type.Array(item), totalElements: Type.Integer({ description: 'entries on all pages' }) });

/** Upwards or downwards, by what the operation sorts by. */
export const ORDERS = ['ASC', 'DESC'] as const;

/** Which page of a long list, for the query of its operation. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 0, description: 'entries on a page' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: 'entries to skip' })),
  order: Type.Optional(choice(ORDERS)),
};

/**
 * Kinds of things of the cluster that a value of a request can name, so that a form can offer what there is. A rule by its number is
 * `rule`, by its name `ruleName`; `crushBucket` is a bucket of the CRUSH map, `path` one of the filesystem,
 * `ownAddress` an address of the management node. An item of a list can be of several parts: a `haMember` is a server
 * with its network interface, a `gateway` a server with its address, an `iscsiDisk` an image with its pool.
 */
export type Named =
  | 'application'
  | 'crushBucket'
  | 'deviceClass'
  | 'destroyedOsd'
  | 'disk'
  | 'erasurePool'
  | 'failureDomain'
  | 'feature'
  | 'gateway'
  | 'graph'
  | 'haGroup'
  | 'haMember'
  | 'hook'
  | 'image'
  | 'interface'
  | 'iscsiClient'
  | 'iscsiDisk'
  | 'iscsiGroup'
  | 'iscsiService'
  | 'journalDisk'
  | 'layoutPool'
  | 'logService'
  | 'monitoredDirectory'
  | 'network'
  | 'nfsExport'
  | 'nfsService'
  | 'nic'
  | 'osd'
  | 'ownAddress'
  | 'path'
  | 'pool'
  | 'poolId'
  | 'rule'
  | 'ruleName'
  | 's3Bucket'
  | 's3Object'
  | 's3Subuser'
  | 's3User'
  | 'script'
  | 'server'
  | 'setting'
  | 'snapshot'
  | 'task';

/** Marks a value as what names something of the cluster. */
export const names = (kind: Named) => ({ 'x-names': kind });

/** The number by which a server, disk, task or service is known; `kind` where it is known to the cluster already. */
export const id = (description: string, kind?: Named) =>
  Type.Integer({ minimum: 0, description, ...(kind && names(kind)) });

/** A name that stands in a path, which cannot be empty; `kind` where it is known to the cluster already. */
export const name = (description: string, kind?: Named) =>
  Type.String({ minLength: 1, description, ...(kind && names(kind)) });

/** The sentence or name by which the caller proves to know what will be lost. */
export const thisWillDeleteData = Type.String({
  description: "the exact name of what is deleted, or: I'm really sure that I want to delete this",
});
