import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Files by name. */
export type Archive = Readonly<Record<string, Buffer>>;

/** The start of a sealed archive; then come a salt, a nonce, the encrypted content, and an authentication tag. */
const MAGIC = Buffer.from('storedeck backup 1\n');
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';
/** The maximum size of an unpacked archive, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The file is not a sealed archive, is damaged, or was encrypted with another key. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** Creates a key from 256 random bits. */
export const newKey = (): string => randomBytes(32).toString('base64url');

/** Derives the key for one archive. The given key is random already, so it needs no slow key stretching. */
const deriveKey = (key: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key), salt, MAGIC, 32));

/** Compresses, encrypts and authenticates an archive: without the key it can be neither read nor changed. */
export function seal(files: Archive, key: string): Buffer {
  const content = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]),
  );
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)];
  const cipher = createCipheriv(CIPHER, deriveKey(key, salt), nonce).setAAD(MAGIC);
  const body = Buffer.concat([cipher.update(gzipSync(JSON.stringify(content))), cipher.final()]);
  return Buffer.concat([MAGIC, salt, nonce, body, cipher.getAuthTag()]);
}

/** @throws SealError */
export function unseal(sealed: Buffer, key: string): Archive {
  const start = MAGIC.length;
  const body = start + SALT + NONCE;
  if (sealed.length < body + TAG || !sealed.subarray(0, start).equals(MAGIC))
    throw new SealError('it is not a backup of this service, or its header is damaged');
  const salt = sealed.subarray(start, start + SALT);
  const decipher = createDecipheriv(CIPHER, deriveKey(key, salt), sealed.subarray(start + SALT, body))
    .setAAD(MAGIC)
    .setAuthTag(sealed.subarray(-TAG));
  let packed: Buffer;
  try {
    packed = Buffer.concat([decipher.update(sealed.subarray(body, -TAG)), decipher.final()]);
  } catch {
    throw new SealError('the key is wrong, or the backup is damaged');
  }
  const text = gunzipSync(packed, { maxOutputLength: MAX_BYTES }).toString();
  const content = JSON.parse(text) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(content).map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')]),
  );
}
