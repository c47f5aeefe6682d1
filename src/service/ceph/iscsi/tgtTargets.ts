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
  /** The parts that are affected, as in TgtItem.part: that of the item itself and of those that need it. */
  readonly parts: readonly string[];
  readonly message: string;
}

/** Tracks the configuration of a tgtd, and changes it to the wanted one. */
export class TgtTargets {
  readonly #request: (request: TgtRequest) => Promise<string>;
  readonly #access: ImageAccess;
  readonly #numbers = new Map<string, number>();
  /** By owner: a target's name, or '' for accounts. */
  #applied = new Map<string, TgtItem[]>();

  constructor(ask: (request: TgtRequest) => Promise<string>, access: ImageAccess) {
    this.#request = ask;
    this.#access = access;
  }

  /** Starts over with a new tgtd, which has no configuration. */
  forget(): void {
    this.#applied = new Map();
  }

  /** Makes tgtd serve exactly these targets. What fails is tried again with the next call. */
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
    for (const [owner, facts] of wanted) problems.push(...(await this.#add(owner, facts)));
    return problems;
  }

  async #remove(owner: string, wanted: readonly TgtItem[]): Promise<TgtProblem[]> {
    const keys = new Set(wanted.map(({ key }) => key));
    const known = this.#applied.get(owner) ?? [];
    const gone = known.filter(({ key }) => !keys.has(key)).toReversed();
    for (const [index, fact] of gone.entries()) {
      try {
        for (const request of fact.remove) await this.#request(request);
        if (fact.initiator !== undefined) await this.#disconnect(owner, fact.initiator);
      } catch (failure) {
        return [
          { parts: gone.slice(index).map(({ part: about }) => about), message: (failure as Error).message },
        ];
      }
      known.splice(known.indexOf(fact), 1);
    }
    if (known.length === 0) this.#applied.delete(owner);
    return [];
  }

  async #add(owner: string, wanted: readonly TgtItem[]): Promise<TgtProblem[]> {
    const known = this.#applied.get(owner) ?? [];
    this.#applied.set(owner, known);
    const problems: TgtProblem[] = [];
    for (const [index, fact] of wanted.entries()) {
      if (known.some(({ key }) => key === fact.key)) continue;
      try {
        for (const request of fact.add) await this.#request(request);
      } catch (failure) {
        // A part of it may be applied by now; the rest would then never be.
        if (fact.add.length > 1)
          for (const request of fact.remove) await this.#request(request).catch(() => '');
        // A tgtd that does not answer would time out for each of the others, too.
        const isIndependent = fact.independent === true && failure instanceof TgtError && failure.answered;
        const about = isIndependent ? [fact.part] : wanted.slice(index).map((other) => other.part);
        problems.push({
          parts: about,
          message: `${owner || 'accounts'}: ${plain(fact)}: ${(failure as Error).message}`,
        });
        if (!isIndependent) break;
        continue;
      }
      known.push(fact);
    }
    return problems;
  }

  /** Ends the connections of a client: refusing new ones does not end them. */
  async #disconnect(owner: string, initiator: string): Promise<void> {
    const target = this.#numberOf(owner);
    const text = await this.#request({ mode: 'connection', op: 'show', target });
    for (const { session, connection } of connectionsOf(text, initiator))
      await this.#request({ mode: 'connection', op: 'delete', target, session, connection });
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const taken = new Set(this.#numbers.values());
    let number = 1;
    while (taken.has(number)) number++;
    this.#numbers.set(name, number);
    return number;
  }
}

/** The key of an item without the digest of a password. */
const plain = ({ key }: TgtItem): string =>
  /^(account|bind) /.test(key) ? key.split(' ').slice(0, 2).join(' ') : key;
