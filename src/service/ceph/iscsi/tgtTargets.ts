import { TgtError, type TgtRequest } from './tgtControl.ts';
import {
  accountFacts,
  connectionsOf,
  GUARD,
  targetFacts,
  type Fact,
  type ImageAccess,
  type Target,
} from './tgtItems.ts';

/** Something that tgtd would not do. */
export interface TgtProblem {
  /** The things that it is about, as in Fact.about: the thing itself and those that need it. */
  readonly about: readonly string[];
  readonly message: string;
}

/** The present configuration of a tgtd, and the steps from there to the wanted one. */
export class TgtTargets {
  readonly #ask: (request: TgtRequest) => Promise<string>;
  readonly #access: ImageAccess;
  readonly #numbers = new Map<string, number>();
  /** By owner: a target's name, or '' for accounts. */
  #known = new Map<string, Fact[]>();

  constructor(ask: (request: TgtRequest) => Promise<string>, access: ImageAccess) {
    this.#ask = ask;
    this.#access = access;
  }

  /** Another tgtd is asked from now on, which knows of nothing. */
  forget(): void {
    this.#known = new Map();
  }

  /** Makes tgtd serve just these, as far as it does. What it would not do is tried again with the next call. */
  async apply(targets: readonly Target[]): Promise<readonly TgtProblem[]> {
    const wanted = new Map<string, readonly Fact[]>([
      ['', accountFacts([...targets, { name: '', initiators: [], accounts: [GUARD], luns: [] }])],
      ...targets.map((target): [string, readonly Fact[]] => [
        target.name,
        targetFacts(this.#numberOf(target.name), target, this.#access).facts,
      ]),
    ]);
    const problems: TgtProblem[] = [];
    // An account is unbound before it goes, and there before it is bound.
    for (const owner of [...this.#known.keys()].toReversed()) {
      problems.push(...(await this.#remove(owner, wanted.get(owner) ?? [])));
      if (!wanted.has(owner)) this.#numbers.delete(owner);
    }
    for (const [owner, facts] of wanted) problems.push(...(await this.#add(owner, facts)));
    return problems;
  }

  async #remove(owner: string, wanted: readonly Fact[]): Promise<TgtProblem[]> {
    const keys = new Set(wanted.map(({ key }) => key));
    const known = this.#known.get(owner) ?? [];
    const gone = known.filter(({ key }) => !keys.has(key)).toReversed();
    for (const [index, fact] of gone.entries()) {
      try {
        for (const request of fact.remove) await this.#ask(request);
        if (fact.initiator !== undefined) await this.#disconnect(owner, fact.initiator);
      } catch (failure) {
        return [{ about: gone.slice(index).map(({ about }) => about), message: (failure as Error).message }];
      }
      known.splice(known.indexOf(fact), 1);
    }
    if (known.length === 0) this.#known.delete(owner);
    return [];
  }

  async #add(owner: string, wanted: readonly Fact[]): Promise<TgtProblem[]> {
    const known = this.#known.get(owner) ?? [];
    this.#known.set(owner, known);
    const problems: TgtProblem[] = [];
    for (const [index, fact] of wanted.entries()) {
      if (known.some(({ key }) => key === fact.key)) continue;
      try {
        for (const request of fact.add) await this.#ask(request);
      } catch (failure) {
        // Half of it may be known by now; the other half would then never be.
        if (fact.add.length > 1) for (const request of fact.remove) await this.#ask(request).catch(() => '');
        // One that gives no answer would be waited for with each of the others, too.
        const isAlone = fact.alone === true && failure instanceof TgtError && failure.answered;
        const about = isAlone ? [fact.about] : wanted.slice(index).map((other) => other.about);
        problems.push({
          about,
          message: `${owner || 'accounts'}: ${plain(fact)}: ${(failure as Error).message}`,
        });
        if (!isAlone) break;
        continue;
      }
      known.push(fact);
    }
    return problems;
  }

  /** That a client may not connect any more does not end the connections that it has. */
  async #disconnect(owner: string, initiator: string): Promise<void> {
    const target = this.#numberOf(owner);
    const text = await this.#ask({ mode: 'connection', op: 'show', target });
    for (const { session, connection } of connectionsOf(text, initiator))
      await this.#ask({ mode: 'connection', op: 'delete', target, session, connection });
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

/** The end of an account's key stands for its password. */
const plain = ({ key }: Fact): string =>
  /^(account|bind) /.test(key) ? key.split(' ').slice(0, 2).join(' ') : key;
