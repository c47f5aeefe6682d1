import { Refusal } from '../../engine.ts';
import { lowestFree } from '../../lowestFree.ts';

/**
 * A binary CRUSH map from `osd getcrushmap` (CrushWrapper::encode in Ceph's sources), parsed as far as adding a rule
 * needs it. All other bytes are left unchanged: the text format of crushtool rounds weights to three decimals, so
 * compiling that text again would move data.
 */
export interface BinaryMap {
  readonly content: Buffer;
  /** Ids of devices and buckets by name; `default~ssd` is the part of `default` that has the device class `ssd`. */
  readonly items: ReadonlyMap<string, number>;
  /** Bucket types by name; 0 is the device. */
  readonly types: ReadonlyMap<string, number>;
  readonly ruleNames: ReadonlyMap<string, number>;
  /** The offset of each rule slot, used or not, and the offset where the last slot ends. */
  readonly ruleOffsets: readonly number[];
  readonly usedRules: ReadonlySet<number>;
  /** The offsets at which the table of rule names begins and ends. */
  readonly ruleNamesRange: readonly [start: number, end: number];
}

const MAGIC = 0x00010000;
/** The maximum number of rules (CRUSH_MAX_RULES). */
const MAX_RULES = 256;
/** The offset of the number of rule slots. */
const RULE_COUNT_AT = 8;

/** Bucket algorithms (crush.h). */
const UNIFORM = 1;
const LIST = 2;
const TREE = 3;
const STRAW = 4;
const STRAW2 = 5;

/** Codes of rule steps (crush_opcodes). */
export const OP = { take: 1, chooseFirstn: 2, emit: 4, chooseleafFirstn: 6 } as const;

/** Rules of replicated pools (pg_pool_t). */
const REPLICATED = 1;
/** The pool sizes that a rule allows, as Ceph sets them in the rules that it creates. */
const POOL_SIZES = { min: 1, max: 10 } as const;

/** A step of a rule: its opcode (OP) and its two arguments. */
export type BinaryRuleStep = readonly [op: number, first: number, second: number];

class MapReader {
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
  /** A table of ids by name. */
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

  /** Moves on. @returns the previous position */
  #skip(bytes: number): number {
    const start = this.at;
    this.at += bytes;
    return start;
  }
}

function skipBucket(reader: MapReader): void {
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

/** @returns true if the slot holds a rule */
function skipRule(reader: MapReader): boolean {
  if (reader.u32() === 0) return false;
  const steps = reader.u32();
  reader.skip(4 + 12 * steps);
  return true;
}

/** Parses a binary CRUSH map. @throws Refusal 501 for a format that this program cannot read */
export function readBinaryMap(content: Buffer): BinaryMap {
  const reader = new MapReader(content);
  try {
    if (reader.u32() !== MAGIC)
      throw new Refusal(501, 'the CRUSH map has a version that this service cannot change');
    const [buckets, rules] = [reader.s32(), reader.u32()];
    reader.skip(4); // highest device
    for (let count = 0; count < buckets; count++) skipBucket(reader);
    const ruleOffsets = [reader.at];
    const usedRules = new Set<number>();
    for (let id = 0; id < rules; id++) {
      if (skipRule(reader)) usedRules.add(id);
      ruleOffsets.push(reader.at);
    }
    const [types, items] = [reader.names(), reader.names()];
    const start = reader.at;
    const ruleNames = reader.names();
    return { content, items, types, ruleNames, ruleOffsets, usedRules, ruleNamesRange: [start, reader.at] };
  } catch (failure) {
    if (failure instanceof RangeError) throw new Refusal(501, 'the CRUSH map is truncated');
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

/** The map with one more rule for replicated pools. @throws Refusal 409 when all rule slots are in use */
export function withRule(map: BinaryMap, name: string, steps: readonly BinaryRuleStep[]): Buffer {
  const { content, ruleOffsets, usedRules, ruleNames, ruleNamesRange } = map;
  const slots = ruleOffsets.length - 1;
  const id = lowestFree(usedRules);
  if (id >= MAX_RULES)
    throw new Refusal(409, `the CRUSH map has the maximum of ${MAX_RULES} rules: delete one`);
  const mask = Buffer.from([id, REPLICATED, POOL_SIZES.min, POOL_SIZES.max]);
  const rule = [u32(1), u32(steps.length), mask, ...steps.flat().map(s32)];
  const [start = 0, end = start] = [ruleOffsets[id], ruleOffsets[id + 1]];
  const nameBytes = Buffer.from(name);
  return Buffer.concat([
    content.subarray(0, RULE_COUNT_AT),
    u32(Math.max(slots, id + 1)),
    content.subarray(RULE_COUNT_AT + 4, start),
    ...rule,
    content.subarray(end, ruleNamesRange[0]),
    u32(ruleNames.size + 1),
    content.subarray(ruleNamesRange[0] + 4, ruleNamesRange[1]),
    u32(id),
    u32(nameBytes.length),
    nameBytes,
    content.subarray(ruleNamesRange[1]),
  ]);
}
