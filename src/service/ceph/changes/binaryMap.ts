import { Refusal } from '../../engine.ts';

/**
 * A CRUSH map as `osd getcrushmap` gives it (CrushWrapper::encode in Ceph's sources), as far as adding a rule
 * needs it. Everything else stays byte for byte as it is: the text of crushtool rounds weights to three
 * decimals, and putting it back would move data.
 */
export interface BinaryMap {
  readonly content: Buffer;
  /** Ids by name: of devices and buckets, those of one device class as `default~ssd`. */
  readonly items: ReadonlyMap<string, number>;
  /** Bucket types by name; 0 is the device. */
  readonly types: ReadonlyMap<string, number>;
  readonly ruleNames: ReadonlyMap<string, number>;
  /** Where the place of each rule begins, used or not, and where the last one ends. */
  readonly ruleEdges: readonly number[];
  readonly usedRules: ReadonlySet<number>;
  /** Where the names of the rules begin and end. */
  readonly ruleNamesAt: readonly [start: number, end: number];
}

const MAGIC = 0x00010000;
/** Places of rules that there are at most (CRUSH_MAX_RULES). */
const MOST_RULES = 256;
const MAX_RULES_AT = 8;

/** Algorithms of buckets (crush.h), and how many bytes of weights each has. */
const UNIFORM = 1;
const LIST = 2;
const TREE = 3;
const STRAW = 4;
const STRAW2 = 5;

/** Codes of rule steps (crush_opcodes). */
export const OP = { take: 1, chooseFirstn: 2, emit: 4, chooseleafFirstn: 6 } as const;

/** Rules of replicated pools (pg_pool_t). */
const REPLICATED = 1;
/** Sizes of pools that a rule is for, as Ceph gives them to rules that it makes. */
const SIZES = { least: 1, most: 10 } as const;

/** A step of a rule: its opcode (OP) and its two arguments. */
export type BinaryRuleStep = readonly [op: number, first: number, second: number];

class Reader {
  readonly #content: Buffer;
  at = 0;

  constructor(content: Buffer) {
    this.#content = content;
  }

  u8(): number {
    return this.#content.readUInt8(this.#skip(1));
  }
  u32(): number {
    return this.#content.readUInt32LE(this.#skip(4));
  }
  s32(): number {
    return this.#content.readInt32LE(this.#skip(4));
  }
  skip(bytes: number): void {
    this.#skip(bytes);
  }
  /** Names with their numbers, by name. */
  names(): Map<string, number> {
    const names = new Map<string, number>();
    for (let count = this.u32(); count > 0; count--) {
      const id = this.s32();
      const length = this.u32();
      const start = this.#skip(length);
      names.set(this.#content.toString('utf8', start, start + length), id);
    }
    return names;
  }

  /** Where it was before. */
  #skip(bytes: number): number {
    const start = this.at;
    this.at += bytes;
    return start;
  }
}

function skipBucket(reader: Reader): void {
  if (reader.u32() === 0) return;
  reader.skip(4 + 2); // id, type
  const algorithm = reader.u8();
  reader.skip(1 + 4); // hash, weight
  const size = reader.u32();
  reader.skip(4 * size);
  switch (algorithm) {
    case UNIFORM:
      return reader.skip(4);
    case LIST:
    case STRAW:
      return reader.skip(8 * size);
    case TREE:
      return reader.skip(4 * reader.u8());
    case STRAW2:
      return reader.skip(4 * size);
    default:
      throw new Refusal(501, `the CRUSH map has buckets of an unknown algorithm (${algorithm})`);
  }
}

/** Tells whether there is a rule in this place. */
function skipRule(reader: Reader): boolean {
  if (reader.u32() === 0) return false;
  const steps = reader.u32();
  reader.skip(4 + 12 * steps);
  return true;
}

/** @throws Refusal 501 for what this program does not know how to read */
export function readBinaryMap(content: Buffer): BinaryMap {
  const reader = new Reader(content);
  try {
    if (reader.u32() !== MAGIC)
      throw new Refusal(501, 'the CRUSH map is of a version that this service cannot change');
    const [buckets, rules] = [reader.s32(), reader.u32()];
    reader.skip(4); // highest device
    for (let count = 0; count < buckets; count++) skipBucket(reader);
    const ruleEdges = [reader.at];
    const usedRules = new Set<number>();
    for (let id = 0; id < rules; id++) {
      if (skipRule(reader)) usedRules.add(id);
      ruleEdges.push(reader.at);
    }
    const [types, items] = [reader.names(), reader.names()];
    const start = reader.at;
    const ruleNames = reader.names();
    return { content, items, types, ruleNames, ruleEdges, usedRules, ruleNamesAt: [start, reader.at] };
  } catch (failure) {
    if (failure instanceof RangeError) throw new Refusal(501, 'the CRUSH map ends in the middle');
    throw failure;
  }
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const s32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

/** The map with one more rule for replicated pools. @throws Refusal 409 when there is no place for it */
export function withRule(map: BinaryMap, name: string, steps: readonly BinaryRuleStep[]): Buffer {
  const { content, ruleEdges, usedRules, ruleNames, ruleNamesAt } = map;
  const places = ruleEdges.length - 1;
  let id = 0;
  while (usedRules.has(id)) id++;
  if (id >= MOST_RULES)
    throw new Refusal(409, `the CRUSH map has ${MOST_RULES} rules, and no more fit: delete one`);
  const mask = Buffer.from([id, REPLICATED, SIZES.least, SIZES.most]);
  const rule = [u32(1), u32(steps.length), mask, ...steps.flat().map(s32)];
  const [start = 0, end = start] = [ruleEdges[id], ruleEdges[id + 1]];
  const nameBytes = Buffer.from(name);
  return Buffer.concat([
    content.subarray(0, MAX_RULES_AT),
    u32(Math.max(places, id + 1)),
    content.subarray(MAX_RULES_AT + 4, start),
    ...rule,
    content.subarray(end, ruleNamesAt[0]),
    u32(ruleNames.size + 1),
    content.subarray(ruleNamesAt[0] + 4, ruleNamesAt[1]),
    u32(id),
    u32(nameBytes.length),
    nameBytes,
    content.subarray(ruleNamesAt[1]),
  ]);
}
