import { describe, expect, test } from 'vitest';
import { newKey, seal, SealError, unseal } from '../../../../src/service/ceph/backups/seal.ts';

const files = {
  keyring: Buffer.from('[client.admin]\n'),
  crushmap: Buffer.from([0, 255, 1]),
  empty: Buffer.alloc(0),
};
const key = newKey();

describe('a sealed archive', () => {
  test('a sealed archive opens with its key to the original bytes', () => {
    expect(unseal(seal(files, key), key)).toEqual(files);
  });

  test('a sealed archive reveals nothing of its content, and differs each time', () => {
    const sealed = seal(files, key);
    expect(sealed.includes('client.admin')).toBe(false);
    expect(seal(files, key).equals(sealed)).toBe(false);
  });

  test('a sealed archive does not open with another key', () => {
    expect(() => unseal(seal(files, key), newKey())).toThrow(SealError);
  });

  test('a sealed archive does not open if any byte was changed', () => {
    const sealed = seal(files, key);
    for (let at = 0; at < sealed.length; at += 7) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(changed, key)).toThrow(SealError);
    }
  });

  test('a sealed archive does not open if it was truncated', () => {
    const sealed = seal(files, key);
    for (const length of [0, 10, 40, sealed.length - 1])
      expect(() => unseal(sealed.subarray(0, length), key)).toThrow(SealError);
    // The header and the authentication tag have 63 bytes.
    expect(() => unseal(sealed.subarray(0, 62), key)).toThrow('it is not a backup of this service');
    expect(() => unseal(sealed.subarray(0, 63), key)).toThrow('the key is wrong');
  });

  test('an archive that was sealed by an earlier version opens', () => {
    const sealed = [
      'c3RvcmVkZWNrIGJhY2t1cCAxChLePqbWyPHIGcNlf7rIEdZlh0MAcZUTQt6eeOn//Ffpmmv0haCxZIuZs9aI4wbAulY5k/Fd',
      '5d0HHiL+xxd8Wn5BGW+LDMKZjpxw5bSd8GL75U4anHGNR2S5gnlSe7JoeALK',
    ];
    expect(unseal(Buffer.from(sealed.join(''), 'base64'), 'a key')).toEqual({
      keyring: Buffer.from('[client.admin]\n'),
    });
  });
});
