import { messageOf } from '../../../lib/thrown.ts';
import { lowestFree } from '../../lowestFree.ts';
import { TgtError, type TgtRequest } from './tgtControl.ts';
import {
  accountItems,
  connectionsOf,
  GUARD,
  targetItems,
  type TgtItem,
  type ImageAccess,
  type TgtTarget,
} from './tgtItems.ts';

/** A request that tgtd refused or did not answer. */
export interface TgtProblem {
  /** The affected parts (TgtItem.part): that of the item itself and those of the items that depend on it. */
  readonly parts: readonly string[];
  readonly message: string;
}

/** An item that is applied: only its removal is needed later. */
type AppliedItem = Omit<TgtItem, 'add'>;

/** The configuration of a tgtd process in a form that can be stored; it has no passwords. */
export interface AppliedTargets {
  readonly numbers: readonly (readonly [target: string, number: number])[];
  readonly items: readonly (readonly [owner: string, items: readonly AppliedItem[]])[];
}

/** Tracks the configuration of a tgtd process, and changes it to the wanted one. */
export class TgtTargets {
  readonly #request: (request: TgtRequest) => Promise<string>;
  readonly #access: ImageAccess;
  readonly #numbers: Map<string, number>;
  /** The applied items by owner: a target's name, or '' for accounts. */
  #applied: Map<string, AppliedItem[]>;

  /** @param applied the configuration of a process that runs already; none unless given */
  constructor(
    ask: (request: TgtRequest) => Promise<string>,
    access: ImageAccess,
    { numbers, items }: AppliedTargets = { numbers: [], items: [] },
  ) {
    this.#request = ask;
    this.#access = access;
    this.#numbers = new Map(numbers);
    this.#applied = new Map(items.map(([owner, of]) => [owner, [...of]]));
  }

  /** The present configuration. */
  get applied(): AppliedTargets {
    return {
      numbers: [...this.#numbers],
      items: [...this.#applied],
    };
  }

  /** Forgets the applied items, after the start of a new tgtd, which has no configuration. */
  forget(): void {
    this.#applied = new Map();
  }

  /** Makes tgtd serve exactly these targets. Failed requests are repeated by the next call. */
  async apply(targets: readonly TgtTarget[]): Promise<readonly TgtProblem[]> {
    const wanted = new Map<string, readonly TgtItem[]>([
      ['', accountItems([...targets, { name: '', initiators: [], accounts: [GUARD], luns: [] }])],
      ...targets.map((target): [string, readonly TgtItem[]] => [
        target.name,
        targetItems(this.#numberOf(target.name), target, this.#access).items,
      ]),
    ]);
    const problems: TgtProblem[] = [];
    // An account is unbound before it is deleted, and created before it is bound.
    for (const owner of [...this.#applied.keys()].toReversed()) {
      problems.push(...(await this.#remove(owner, wanted.get(owner) ?? [])));
      if (!wanted.has(owner)) this.#numbers.delete(owner);
    }
    for (const [owner, items] of wanted) problems.push(...(await this.#add(owner, items)));
    return problems;
  }

  async #remove(owner: string, wanted: readonly TgtItem[]): Promise<TgtProblem[]> {
    const keys = new Set(wanted.map(({ key }) => key));
    const known = this.#applied.get(owner) ?? [];
    const gone = known.filter(({ key }) => !keys.has(key)).toReversed();
    for (const [index, item] of gone.entries()) {
      try {
        for (const request of item.remove) await this.#request(request);
        if (item.initiator !== undefined) await this.#disconnect(owner, item.initiator);
      } catch (failure) {
        return [{ parts: gone.slice(index).map(({ part }) => part), message: messageOf(failure) }];
      }
      known.splice(known.indexOf(item), 1);
    }
    if (known.length === 0) this.#applied.delete(owner);
    return [];
  }

  async #add(owner: string, wanted: readonly TgtItem[]): Promise<TgtProblem[]> {
    const known = this.#applied.get(owner) ?? [];
    this.#applied.set(owner, known);
    const problems: TgtProblem[] = [];
    for (const [index, item] of wanted.entries()) {
      if (known.some(({ key }) => key === item.key)) continue;
      try {
        for (const request of item.add) await this.#request(request);
      } catch (failure) {
        // Some of the item's requests may have succeeded: take them back, so that the next call can repeat all.
        if (item.add.length > 1)
          for (const request of item.remove) await this.#request(request).catch(() => '');
        // If tgtd does not answer, each of the other requests would time out, too.
        const isIndependent = item.independent === true && failure instanceof TgtError && failure.answered;
        const parts = isIndependent ? [item.part] : wanted.slice(index).map((other) => other.part);
        problems.push({
          parts,
          message: `${owner || 'accounts'}: ${plain(item)}: ${messageOf(failure)}`,
        });
        if (!isIndependent) break;
        continue;
      }
      const { add: _, ...applied } = item;
      known.push(applied);
    }
    return problems;
  }

  /** Closes the connections of a client: unbinding its initiator only prevents new ones. */
  async #disconnect(owner: string, initiator: string): Promise<void> {
    const target = this.#numberOf(owner);
    const text = await this.#request({ mode: 'connection', op: 'show', target });
    for (const { session, connection } of connectionsOf(text, initiator))
      await this.#request({ mode: 'connection', op: 'delete', target, session, connection });
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = lowestFree(new Set(this.#numbers.values()), 1);
    this.#numbers.set(name, number);
    return number;
  }
}

/** The key of an item, without the digest of a password. */
const plain = ({ key }: TgtItem): string =>
  /^(account|bind) /.test(key) ? key.split(' ').slice(0, 2).join(' ') : key;
