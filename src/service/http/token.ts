import { randomBytes, createHash, timingSafeEqual } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '../../lib/durableFile.ts';
import { readSecretFile, SecretFileError } from '../../lib/secretFile.ts';
import { messageOf } from '../../lib/thrown.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Makes a check of the `Authorization` header against the token, in constant time. */
export function bearerCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(token);
  return (authorization) => {
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    return timingSafeEqual(digest(given ?? ''), expected) && given !== undefined;
  };
}

/** Random bytes in a token: 256 bits, which cannot be guessed. */
const TOKEN_BYTES = 32;

/** Minimum length of a token in characters; a shorter one could be guessed. */
const SHORTEST = 16;

async function makeToken(path: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeDurably(path, `${token}\n`);
  } catch (error) {
    throw new SecretFileError(`cannot create a token: ${messageOf(error)}`);
  }
  return token;
}

/**
 * Reads the bearer token of the service from its file, or creates the file if it is missing.
 * @throws SecretFileError when others can read the file, when it holds no valid token, or when it cannot be created
 */
export async function serviceToken(
  path: string,
): Promise<{ readonly token: string; readonly made: boolean }> {
  let token: string;
  try {
    token = await readSecretFile(path);
  } catch (error) {
    if (error instanceof SecretFileError && error.missing)
      return { token: await makeToken(path), made: true };
    throw error;
  }
  if (token.length < SHORTEST || !/^[\x21-\x7E]+$/.test(token)) {
    throw new SecretFileError(
      `${path} contains no valid token: it must be one word of at least ${SHORTEST} characters; remove the file to create a new one`,
    );
  }
  return { token, made: false };
}
