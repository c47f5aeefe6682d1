import type { Dice } from '../random.ts';
import type { AccessKey } from './model.ts';

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LETTERS = `${CAPITALS}abcdefghijklmnopqrstuvwxyz`;

/** A pair of keys as the gateways make them: 20 and 40 characters. */
export function newKey(dice: Dice): AccessKey {
  const word = (letters: string, length: number) =>
    Array.from({ length }, () => letters[dice.below(letters.length)]).join('');
  return { accessKey: word(CAPITALS, 20), secretKey: word(LETTERS, 40) };
}

/** The port that the gateways listen on (rgw_frontends). */
const PORT = 7480;

/** The configuration file of s3cmd that lets it reach the cluster with this key. */
export function clientConfig({ accessKey, secretKey }: AccessKey, gateway: string): string {
  return [
    '[default]',
    `access_key = ${accessKey}`,
    `secret_key = ${secretKey}`,
    `host_base = ${gateway}:${PORT}`,
    `host_bucket = ${gateway}:${PORT}`,
    'use_https = False',
    'signature_v2 = False',
    '',
  ].join('\n');
}
