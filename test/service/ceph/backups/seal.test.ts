import { describe, expect, test } from 'vitest';
import { newKey, seal, SealError, unseal } from '../../../../src/service/ceph/backups/seal.ts';

const files = {
  keyring: Buffer.from('[client.admin]\n'),
  crushmap: Buffer.from([0, 255, 1]),
  empty: Buffer.alloc(0),
};
const key = newKey();

describe('a sealed archive', () => {
  test('a sealed archive opens with its key, to the bytes that were put in', () => {
    expect(unseal(seal(files, key), key)).toEqual(files);
  });

  test('a sealed archive tells nothing of its content, and is another one each time', () => {
    const sealed = seal(files, key);
    expect(sealed.includes('client.admin')).toBe(false);
    expect(seal(files, key).equals(sealed)).toBe(false);
  });

  test('a sealed archive does not open with another key', () => {
    expect(() => unseal(seal(files, key), newKey())).toThrow(SealError);
  });

  test('a sealed archive does not open when a byte of it was changed, wherever', () => {
    const sealed = seal(files, key);
    for (let at = 0; at < sealed.length; at += 7) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(changed, key)).toThrow(SealError);
    }
  });

  test('a sealed archive does not open when it was cut', () => {
    const sealed = seal(files, key);
    for (const length of [0, 10, 40, sealed.length - 1])
      expect(() => unseal(sealed.subarray(0, length), key)).toThrow(SealError);
  });
});
