import { conflict, notFound, type Refused } from './refused.ts';

/** Refusal: no disk has this id. */
export const noDisk = (id: number): Refused =>
  notFound(`there is no disk ${id}: list the disks to see which exist`);

/** Refuses a disk that is not in the given server. `servers` are the ids of the servers that report it. */
export const refuseElsewhere = (
  id: number,
  server: number,
  servers: readonly (number | undefined)[],
): Refused | undefined =>
  servers.includes(server)
    ? undefined
    : notFound(`disk ${id} is not in server ${server}: list the disks to see where it is`);

/** Refusal: a new OSD cannot take over the id of an OSD that is not destroyed. `destroyed` are the ids of those that are. */
export const notDestroyed = (id: number, destroyed: readonly number[]): Refused =>
  conflict(
    `osd.${id} is not destroyed: its id is in use (${destroyed.length === 0 ? 'none is' : `these are: ${destroyed.join(', ')}`})`,
  );
