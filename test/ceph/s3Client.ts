import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encodeQuery, sha256, signed } from '../../src/service/ceph/s3/gateway/signature.ts';
import type { Bench } from './bench.ts';

const run = promisify(execFile);

/** The output of radosgw-admin, parsed as JSON. */
export async function radosgwAdmin<T>({ cluster }: Bench, ...args: string[]): Promise<T> {
  return JSON.parse((await run('radosgw-admin', ['-c', cluster.conf, ...args])).stdout) as T;
}

/** An S3 request that s3cmd cannot make, as the given user. */
export async function s3Request(
  bench: Bench,
  uid: string,
  method: string,
  path: string,
  query: Record<string, string>,
  body = '',
): Promise<void> {
  const { accessKey = '', secretKey = '' } = await bench.call('getS3UserKey', { params: { uid } });
  const host = new URL(bench.cluster.s3).host;
  // fetch adds a content type of its own, and newer gateways require that to be signed.
  const type = body === '' ? {} : { 'content-type': 'application/xml' };
  const request = { method, path, query, headers: { host, ...type }, payload: sha256(body) };
  const { host: _, ...headers } = signed(request, { accessKey, secretKey }, Date.now());
  const url = `${bench.cluster.s3}${path}?${encodeQuery(query)}`;
  const response = await fetch(url, { method, headers, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
}

/** An S3 client that uses nothing of the engine except the configuration file from it. */
export class S3Client implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 's3cmd-'));

  constructor(config: string) {
    writeFileSync(this.file('config'), config);
  }

  static async of(bench: Bench, uid: string, subuser?: string): Promise<S3Client> {
    const { fileContents = '' } =
      subuser === undefined
        ? await bench.call('downloadS3UserConfig', { params: { uid } })
        : await bench.call('downloadS3SubuserConfig', { params: { uid, subuser } });
    return new S3Client(fileContents);
  }

  /** A path in a temporary directory. */
  file(name: string): string {
    return join(this.#folder, name);
  }

  /** The output of s3cmd. Rejects with its error message. */
  async s3cmd(...args: string[]): Promise<string> {
    return (await run('s3cmd', ['-c', this.file('config'), '--no-progress', ...args])).stdout;
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}
