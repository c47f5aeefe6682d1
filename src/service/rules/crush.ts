import { refuseName } from './names.ts';
import { badRequest, conflict, notFound, type Refused } from './refused.ts';

/** Maximum number of pools in a message. */
const MAX_NAMED = 5;

/** Refuses the name of a new CRUSH rule. `names` are the names of all rules. */
export const refuseRuleName = (name: string, names: readonly string[]): Refused | undefined =>
  names.includes(name)
    ? conflict(`a CRUSH rule named ${name} already exists: choose another name`)
    : refuseName('a rule', name);

/** The CRUSH node from which a new rule chooses OSDs. */
export interface RuleStart {
  readonly name: string;
  /** Its id in the CRUSH map, negative for buckets; undefined if there is no such node. */
  readonly id: number | undefined;
  /** Device classes of the OSDs below it. */
  readonly classes: readonly string[];
}

/** Refuses a node that a CRUSH rule cannot start from, or that has no OSD of the requested device class. */
export function refuseStart({ name, id, classes }: RuleStart, deviceClass?: string): Refused | undefined {
  const quoted = JSON.stringify(name);
  if (id === undefined)
    return badRequest(
      `there is no bucket ${quoted} to start from: choose a root of the CRUSH map or a bucket below`,
    );
  if (id >= 0) return badRequest(`${quoted} is an OSD: start from a bucket`);
  return deviceClass && !classes.includes(deviceClass)
    ? badRequest(
        `no OSD below ${name} has the device class ${JSON.stringify(deviceClass)}: leave it out, or choose another`,
      )
    : undefined;
}

/** Refuses a failure domain that is not a bucket type of the CRUSH map. */
export const refuseFailureDomain = (type: string, known: readonly string[]): Refused | undefined =>
  known.includes(type)
    ? undefined
    : badRequest(`there is no bucket type ${JSON.stringify(type)}: choose one of ${known.join(', ')}`);

/** Refuses to delete a CRUSH rule that does not exist or that pools use. `users` are the names of those pools. */
export function refuseRuleDeletion(
  name: string,
  names: readonly string[],
  users: readonly string[],
): Refused | undefined {
  if (!names.includes(name))
    return notFound(`there is no CRUSH rule ${JSON.stringify(name)}: list the rules to see which exist`);
  if (users.length === 0) return undefined;
  const some = users.slice(0, MAX_NAMED).join(', ');
  const more = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : '';
  return conflict(
    `the CRUSH rule ${name} is in use by pools (${some}${more}): assign them another rule first`,
  );
}
