import { type Static, type TSchema, Type } from 'typebox';
import { choice, shape, word } from '../operation.ts';

export const TASK_STATES = ['WAITING', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELED'] as const;

/** A long-running operation of the service (interface, "Task"). */
export const Task = shape({
  statusCode: Type.Integer(),
  id: Type.Integer(),
  startedBy: Type.String(),
  startedAt: Type.Integer({
    description: 'Unix timestamp; some servers send milliseconds, recognized by their magnitude',
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

/** A `FileDownload` whose content has keys or passwords, and is masked. */
export const SecretDownload = shape({
  fileName: Type.String(),
  url: Type.String({ 'x-secret': true }),
  fileContents: Type.String({ 'x-secret': true }),
});

/** A page of a long list, with the total number of entries. */
export const page = <const T extends TSchema>(item: T) =>
  shape({ data: Type.Array(item), totalElements: Type.Integer({ description: 'entries on all pages' }) });

/** Ascending or descending order. */
export const ORDERS = ['ASC', 'DESC'] as const;

/** The query fields that choose a page of a long list. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 0, description: 'entries on a page' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: 'entries to skip' })),
  order: Type.Optional(choice(ORDERS)),
};

/**
 * The kinds of cluster objects that a value in a request can name; forms offer the existing ones as choices. `rule` is a
 * rule by its number and `ruleName` by its name, `crushBucket` a bucket of the CRUSH map, `path` a path of the filesystem,
 * `ownAddress` an address of the management node. Some have several parts: `haMember` is a server with its network
 * interface, `gateway` a server with its address, `iscsiDisk` an image with its pool.
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
  | 'gatewayAddress'
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

/** Marks a value as the name of a cluster object. */
export const names = (kind: Named) => ({ 'x-names': kind });

/** The id of a server, disk, task or service; with `kind` forms offer the existing ones. */
export const id = (description: string, kind?: Named) =>
  Type.Integer({ minimum: 0, description, ...(kind && names(kind)) });

/** A non-empty name for a path; with `kind` forms offer the existing ones. */
export const name = (description: string, kind?: Named) =>
  Type.String({ minLength: 1, description, ...(kind && names(kind)) });

/** The phrase or name by which the caller confirms that data will be deleted. */
export const thisWillDeleteData = Type.String({
  description: "the exact name of what is deleted, or: I'm really sure that I want to delete this",
});
