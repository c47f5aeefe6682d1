import { createHash, randomBytes } from 'node:crypto';
import type { TgtRequest } from './tgtControl.ts';

/** A target as one client or group of clients sees it: its disks, and who may connect to it. */
export interface Target {
  /** iSCSI qualified name. */
  readonly name: string;
  /** iSCSI names of the clients. */
  readonly initiators: readonly string[];
  /** Those with a password; without any, the name suffices. */
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
  readonly luns: readonly {
    readonly id: number;
    readonly pool: string;
    readonly image: string;
    readonly wwn: string;
  }[];
}

/** Something that tgtd is to know, how it is told, and how it is made to forget it. */
export interface Fact {
  /** Same facts have same keys. */
  readonly key: string;
  /** Which part of what is served it belongs to: see changedParts. */
  readonly about: string;
  /** Nothing that comes after it needs it. */
  readonly alone?: true;
  readonly add: readonly TgtRequest[];
  readonly remove: readonly TgtRequest[];
  /** The initiator whose sessions end with it. */
  readonly initiator?: string;
}

/** The facts of a target, each of which needs those before it. */
export interface TargetFacts {
  readonly number: number;
  readonly facts: readonly Fact[];
}

/** With what tgtd opens images of the cluster. */
export interface ImageAccess {
  /** Path of ceph.conf; the usual places without it. */
  readonly conf?: string;
  /** The Ceph user without `client.`. */
  readonly user: string;
}

/** Bytes that tgt has for them in the answers to INQUIRY. */
const VENDOR = 'STORDECK';
const PRODUCT = 'RBD';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

type TargetLun = Target['luns'][number];

/** Names of targets hold no blank. */
const aboutLun = (target: string, { pool, image }: TargetLun): string => `${target} ${pool}/${image}`;
const aboutAccount = (username: string): string => `account ${username}`;

function lunFact(target: number, name: string, lun: TargetLun, { conf, user }: ImageAccess): Fact {
  const { id, pool, image, wwn } = lun;
  const options = [...(conf === undefined ? [] : [`conf=${conf}`]), `id=${user}`].join(';');
  const number = wwn.replace('naa.', '');
  const identity = `vendor_id=${VENDOR},product_id=${PRODUCT},scsi_id=${number},scsi_sn=${number.slice(-16)}`;
  const at = { mode: 'logicalunit', target, lun: id } as const;
  return {
    key: `lun ${id} ${pool}/${image} ${wwn}`,
    about: aboutLun(name, lun),
    alone: true,
    add: [
      { ...at, op: 'new', params: `path=${pool}/${image},bstype=rbd,bsopts=${options}` },
      { ...at, op: 'update', params: `targetOps ${identity},` },
    ],
    remove: [{ ...at, op: 'delete' }],
  };
}

/** An account may be of several targets, so it is made where it is first bound: see accountFacts. */
function bindFact(target: number, about: string, { username, password }: Target['accounts'][number]): Fact {
  const at = { mode: 'account', target, params: `user=${username}` } as const;
  return {
    key: `bind ${username} ${digest(password)}`,
    about,
    add: [{ ...at, op: 'bind' }],
    remove: [{ ...at, op: 'unbind' }],
  };
}

/** The accounts of all targets. tgt knows one password for a username. */
export function accountFacts(targets: readonly Target[]): Fact[] {
  const accounts = new Map(
    targets.flatMap(({ accounts: own }) => own).map((account) => [account.username, account]),
  );
  return Array.from(accounts.values(), ({ username, password }) => ({
    key: `account ${username} ${digest(password)}`,
    about: aboutAccount(username),
    alone: true,
    add: [{ mode: 'account', op: 'new', params: `user=${username},password=${password}` }],
    remove: [{ mode: 'account', op: 'delete', params: `user=${username}` }],
  }));
}

/** Known to nobody: while it is bound, a target cannot be entered without a password, whatever becomes of its other accounts. */
export const GUARD = { username: 'storedeck-guard', password: randomBytes(8).toString('hex') };

/**
 * The disks come last, so that nobody sees them before all that keeps others out is in place.
 * @param number of the target in tgtd
 */
export function targetFacts(number: number, target: Target, access: ImageAccess): TargetFacts {
  const { name, initiators, accounts, luns } = target;
  const guarded = accounts.length > 0 ? [GUARD, ...accounts] : [];
  return {
    number,
    facts: [
      {
        key: `target ${name}`,
        about: name,
        add: [{ mode: 'target', op: 'new', target: number, params: `targetname=${name}` }],
        remove: [{ mode: 'target', op: 'delete', target: number, force: true }],
      },
      ...guarded.map((account) => bindFact(number, name, account)),
      ...initiators.map((initiator) => {
        const at = { mode: 'target', target: number, params: `initiator-name=${initiator}` } as const;
        return {
          key: `initiator ${initiator}`,
          about: name,
          add: [{ ...at, op: 'bind' as const }],
          remove: [{ ...at, op: 'unbind' as const }],
          initiator,
        };
      }),
      ...luns.map((lun) => lunFact(number, name, lun, access)),
    ],
  };
}

/** The parts of what is served, and what each is like. */
const partsOf = (targets: readonly Target[]): Map<string, string> =>
  new Map(
    targets.flatMap(({ name, initiators, accounts, luns }): [string, string][] => [
      [name, JSON.stringify([initiators, accounts])],
      ...luns.map((lun): [string, string] => [aboutLun(name, lun), JSON.stringify(lun)]),
      ...accounts.map(({ username, password }): [string, string] => [aboutAccount(username), password]),
    ]),
  );

/** The parts of what is served that a change adds, takes away or makes different. */
export function changedParts(before: readonly Target[], after: readonly Target[]): ReadonlySet<string> {
  const [old, present] = [partsOf(before), partsOf(after)];
  return new Set([...old.keys(), ...present.keys()].filter((part) => old.get(part) !== present.get(part)));
}

/** The connections of an initiator, from what `connection show` prints. */
export function connectionsOf(text: string, initiator: string): { session: number; connection: number }[] {
  const found: { session: number; connection: number }[] = [];
  let [session, connection] = [NaN, NaN];
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^\s*(Session|Connection|Initiator): (\S+)/.exec(line) ?? [];
    if (name === 'Session') session = Number(value);
    else if (name === 'Connection') connection = Number(value);
    else if (name === 'Initiator' && value === initiator) found.push({ session, connection });
  }
  return found;
}
