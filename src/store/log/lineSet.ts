/** The number of consecutive line numbers in a page. */
const PAGE_LINES = 4096;
const WORD_BITS = 32;

/** A bitmap of the set's members from `start` up to, but not including, `end`. */
export interface LinePage {
  readonly start: number;
  readonly end: number;
  /** The number of members. */
  readonly count: number;
  /** Increases with each change. */
  readonly version: number;
}

class LineSetPage implements LinePage {
  readonly start: number;
  count = 0;
  version = 0;
  readonly #words = new Uint32Array(PAGE_LINES / WORD_BITS);

  constructor(start: number) {
    this.start = start;
  }

  get end(): number {
    return this.start + PAGE_LINES;
  }

  /** Adds the numbers from `from` up to, but not including, `to`. */
  add(from: number, to: number): void {
    for (let bit = from - this.start; bit < to - this.start;) {
      const word = bit >>> 5;
      const isWhole = (bit & 31) === 0 && bit + WORD_BITS <= to - this.start;
      const before = this.#words[word]!;
      const after = isWhole ? 0xffff_ffff : before | (1 << (bit & 31));
      this.#words[word] = after;
      this.count += bitsIn(after) - bitsIn(before);
      bit += isWhole ? WORD_BITS : 1;
    }
    this.version++;
  }

  /** Removes the numbers below `number`. */
  dropBelow(number: number): void {
    const bits = number - this.start;
    const word = bits >>> 5;
    this.#words.fill(0, 0, word);
    this.#words[word] = this.#words[word]! & (0xffff_ffff << (bits & 31));
    this.count = this.#words.reduce((sum, one) => sum + bitsIn(one), 0);
    this.version++;
  }

  /** The number of members below a number. */
  rank(number: number): number {
    const bits = number - this.start;
    let rank = 0;
    for (let word = 0; word < bits >>> 5; word++) rank += bitsIn(this.#words[word]!);
    const part = bits & 31;
    return part === 0 ? rank : rank + bitsIn(this.#words[bits >>> 5]! & ~(0xffff_ffff << part));
  }

  /** The member that has exactly `rank` members below it in this page. */
  select(rank: number): number {
    let left = rank;
    let word = 0;
    for (; ; word++) {
      const count = bitsIn(this.#words[word]!);
      if (left < count) break;
      left -= count;
    }
    let bits = this.#words[word]!;
    for (; left > 0; left--) bits &= bits - 1;
    return this.start + word * WORD_BITS + lowestBit(bits);
  }

  /** The first member that is at least `number`. */
  next(number: number): number | undefined {
    const bits = Math.max(0, number - this.start);
    let mask = 0xffff_ffff << (bits & 31);
    for (let word = bits >>> 5; word < this.#words.length; word++) {
      const rest = this.#words[word]! & mask;
      if (rest !== 0) return this.start + word * WORD_BITS + lowestBit(rest);
      mask = -1;
    }
    return undefined;
  }

  /** The last member that is at most `number`. */
  previous(number: number): number | undefined {
    const bits = Math.min(PAGE_LINES - 1, number - this.start);
    let mask = 0xffff_ffff >>> (31 - (bits & 31));
    for (let word = bits >>> 5; word >= 0; word--) {
      const rest = this.#words[word]! & mask;
      if (rest !== 0) return this.start + word * WORD_BITS + 31 - Math.clz32(rest);
      mask = -1;
    }
    return undefined;
  }
}

/** Population count of 32 bits (Warren, Hacker's Delight, 5-1). */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

/** A sorted set of line numbers. */
export interface LineNumbers {
  readonly length: number;
  /** The number at an index, the smallest at 0; a negative index counts from the end. */
  at(index: number): number | undefined;
  /** The index of the first number that is at least `wanted`. */
  indexFrom(wanted: number): number;
  /**
   * The first number that is at least `number`, or with a step of -1 the last that is at most `number`; faster than
   * `at`.
   */
  nearest(number: number, step: 1 | -1): number | undefined;
  /** All pages; a page keeps its object identity when the set changes. */
  readonly pages: readonly LinePage[];
}

/** A set of densely packed numbers as bitmaps: a million lines take 130 KB. */
export class LineSet implements LineNumbers {
  /** Contiguous pages. */
  readonly #pages: LineSetPage[] = [];
  /** The number of members before each page; computed on demand. */
  #before: number[] | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get pages(): readonly LinePage[] {
    return this.#pages;
  }

  /** Adds the numbers from `from` up to, but not including, `to`. */
  add(from: number, to = from + 1): void {
    for (let at = from; at < to;) {
      const page = this.#pageFor(at);
      const until = Math.min(to, page.end);
      this.#length -= page.count;
      page.add(at, until);
      this.#length += page.count;
      at = until;
    }
    this.#before = undefined;
  }

  /** Removes all numbers below `number`. */
  dropBelow(number: number): void {
    for (let page = this.#pages[0]; page !== undefined && page.start < number; page = this.#pages[0]) {
      this.#length -= page.count;
      this.#before = undefined;
      if (page.end > number) {
        page.dropBelow(number);
        this.#length += page.count;
        return;
      }
      this.#pages.shift();
    }
  }

  at(index: number): number | undefined {
    const wanted = index < 0 ? this.#length + index : index;
    if (wanted < 0 || wanted >= this.#length) return undefined;
    const before = this.#countsBefore();
    let low = 0;
    let high = this.#pages.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (before[middle]! <= wanted) low = middle;
      else high = middle - 1;
    }
    // The search takes the last page with this count, because an empty page has the same count as the page after it.
    return this.#pages[low]?.select(wanted - before[low]!);
  }

  indexFrom(wanted: number): number {
    const index = this.#indexOfPage(wanted);
    if (index < 0) return 0;
    const page = this.#pages[index];
    return page === undefined ? this.#length : this.#countsBefore()[index]! + page.rank(wanted);
  }

  nearest(number: number, step: 1 | -1): number | undefined {
    const last = this.#pages.length - 1;
    const from = this.#indexOfPage(number);
    const start = step > 0 ? Math.max(0, from) : Math.min(last, from);
    for (let index = start; index >= 0 && index <= last; index += step) {
      const page = this.#pages[index];
      const found = step > 0 ? page?.next(number) : page?.previous(number);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #indexOfPage(number: number): number {
    const start = this.#pages[0]?.start ?? 0;
    return Math.floor((number - start) / PAGE_LINES);
  }

  #pageFor(number: number): LineSetPage {
    const start = Math.floor(number / PAGE_LINES) * PAGE_LINES;
    if (this.#pages.length === 0) this.#pages.push(new LineSetPage(start));
    for (let first = this.#pages[0]; first && start < first.start; first = this.#pages[0])
      this.#pages.unshift(new LineSetPage(first.start - PAGE_LINES));
    for (let last = this.#pages.at(-1); last && start > last.start; last = this.#pages.at(-1))
      this.#pages.push(new LineSetPage(last.end));
    return this.#pages[this.#indexOfPage(number)] as LineSetPage;
  }

  #countsBefore(): readonly number[] {
    if (this.#before === undefined) {
      let count = 0;
      this.#before = this.#pages.map((page) => (count += page.count) - page.count);
    }
    return this.#before;
  }
}
