import { createHash, randomBytes } from 'node:crypto';
import type { TgtRequest } from './tgtControl.ts';

/** The target of a client or a group of clients: its disks, and the clients that may connect. */
export interface TgtTarget {
  /** iSCSI qualified name. */
  readonly name: string;
  /** iSCSI names of the clients. */
  readonly initiators: readonly string[];
  /** The credentials of clients; if there are none, clients need no password. */
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
  readonly luns: readonly {
    readonly id: number;
    readonly pool: string;
    readonly image: string;
    readonly wwn: string;
  }[];
}

/** A piece of tgtd's configuration, with the requests that add and remove it. */
export interface TgtItem {
  /** Equal items have equal keys. */
  readonly key: string;
  /** The part of the served configuration to which it belongs: see changedParts. */
  readonly part: string;
  /** No later item depends on it. */
  readonly independent?: true;
  readonly add: readonly TgtRequest[];
  readonly remove: readonly TgtRequest[];
  /** The initiator whose sessions are closed when the item is removed. */
  readonly initiator?: string;
}

/** The items of a target in the order in which they are added; each depends on those before it. */
export interface TargetItems {
  readonly number: number;
  readonly items: readonly TgtItem[];
}

/** The configuration file and user with which tgtd opens images. */
export interface ImageAccess {
  /** Path of ceph.conf; unless given, librados searches its usual paths. */
  readonly conf?: string;
  /** The Ceph user without `client.`. */
  readonly user: string;
}

/** The vendor and product in answers to INQUIRY, which have 8 and 16 bytes. */
const VENDOR = 'STORDECK';
const PRODUCT = 'RBD';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

type TargetLun = TgtTarget['luns'][number];

/** The part of a disk; target names contain no blanks. */
const lunPart = (target: string, { pool, image }: TargetLun): string => `${target} ${pool}/${image}`;
const accountPart = (username: string): string => `account ${username}`;

function lunItem(target: number, name: string, lun: TargetLun, { conf, user }: ImageAccess): TgtItem {
  const { id, pool, image, wwn } = lun;
  const options = [...(conf === undefined ? [] : [`conf=${conf}`]), `id=${user}`].join(';');
  const number = wwn.replace('naa.', '');
  const identity = `vendor_id=${VENDOR},product_id=${PRODUCT},scsi_id=${number},scsi_sn=${number.slice(-16)}`;
  const at = { mode: 'logicalunit', target, lun: id } as const;
  return {
    key: `lun ${id} ${pool}/${image} ${wwn}`,
    part: lunPart(name, lun),
    independent: true,
    add: [
      { ...at, op: 'new', params: `path=${pool}/${image},bstype=rbd,bsopts=${options}` },
      { ...at, op: 'update', params: `targetOps ${identity},` },
    ],
    remove: [{ ...at, op: 'delete' }],
  };
}

/** Binds an account to a target. Several targets may share an account, so accountItems creates it. */
function bindItem(
  target: number,
  part: string,
  { username, password }: TgtTarget['accounts'][number],
): TgtItem {
  const at = { mode: 'account', target, params: `user=${username}` } as const;
  return {
    key: `bind ${username} ${digest(password)}`,
    part,
    add: [{ ...at, op: 'bind' }],
    remove: [{ ...at, op: 'unbind' }],
  };
}

/** The accounts of all targets. tgt has one password per username. */
export function accountItems(targets: readonly TgtTarget[]): TgtItem[] {
  const accounts = new Map(
    targets.flatMap(({ accounts: own }) => own).map((account) => [account.username, account]),
  );
  return Array.from(accounts.values(), ({ username, password }) => ({
    key: `account ${username} ${digest(password)}`,
    part: accountPart(username),
    independent: true,
    add: [{ mode: 'account', op: 'new', params: `user=${username},password=${password}` }],
    remove: [{ mode: 'account', op: 'delete', params: `user=${username}` }],
  }));
}

/** A secret account. While it is bound to a target, clients need a password even if the other accounts are missing. */
export const GUARD = { username: 'storedeck-guard', password: randomBytes(8).toString('hex') };

/**
 * The items of a target. The disks come last, so that no client sees them before access control is in place.
 * @param number the target's number in tgtd
 */
export function targetItems(number: number, target: TgtTarget, access: ImageAccess): TargetItems {
  const { name, initiators, accounts, luns } = target;
  const guarded = accounts.length > 0 ? [GUARD, ...accounts] : [];
  return {
    number,
    items: [
      {
        key: `target ${name}`,
        part: name,
        add: [{ mode: 'target', op: 'new', target: number, params: `targetname=${name}` }],
        remove: [{ mode: 'target', op: 'delete', target: number, force: true }],
      },
      ...guarded.map((account) => bindItem(number, name, account)),
      ...initiators.map((initiator) => {
        const at = { mode: 'target', target: number, params: `initiator-name=${initiator}` } as const;
        return {
          key: `initiator ${initiator}`,
          part: name,
          add: [{ ...at, op: 'bind' as const }],
          remove: [{ ...at, op: 'unbind' as const }],
          initiator,
        };
      }),
      ...luns.map((lun) => lunItem(number, name, lun, access)),
    ],
  };
}

/** The parts of the served configuration, each with a text that changes when the part changes. */
const partsOf = (targets: readonly TgtTarget[]): Map<string, string> =>
  new Map(
    targets.flatMap(({ name, initiators, accounts, luns }): [string, string][] => [
      [name, JSON.stringify([initiators, accounts])],
      ...luns.map((lun): [string, string] => [lunPart(name, lun), JSON.stringify(lun)]),
      ...accounts.map(({ username, password }): [string, string] => [accountPart(username), password]),
    ]),
  );

/** The parts of the served configuration that a change adds, removes or modifies. */
export function changedParts(before: readonly TgtTarget[], after: readonly TgtTarget[]): ReadonlySet<string> {
  const [old, present] = [partsOf(before), partsOf(after)];
  return new Set([...old.keys(), ...present.keys()].filter((part) => old.get(part) !== present.get(part)));
}

/** The connections of an initiator, from the output of `connection show`. */
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
