import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encodeQuery, sha256, signed } from '../../src/service/ceph/s3/gateway/signature.ts';
import type { Bench } from './bench.ts';

const run = promisify(execFile);

/** What radosgw-admin prints, as JSON. */
export async function radosgwAdmin<T>({ cluster }: Bench, ...args: string[]): Promise<T> {
  return JSON.parse((await run('radosgw-admin', ['-c', cluster.conf, ...args])).stdout) as T;
}

/** A request of S3 that s3cmd cannot make, as that user. */
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
  // fetch names a type of its own for a body, which newer gateways want signed.
  const type = body === '' ? {} : { 'content-type': 'application/xml' };
  const request = { method, path, query, headers: { host, ...type }, payload: sha256(body) };
  const { host: _, ...headers } = signed(request, { accessKey, secretKey }, Date.now());
  const url = `${bench.cluster.s3}${path}?${encodeQuery(query)}`;
  const response = await fetch(url, { method, headers, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
}

/** An S3 client that knows nothing of the engine but the configuration file that it hands out. */
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

  /** A path in a folder of its own. */
  file(name: string): string {
    return join(this.#folder, name);
  }

  /** What s3cmd prints. Rejects with what it complains of. */
  async s3cmd(...args: string[]): Promise<string> {
    return (await run('s3cmd', ['-c', this.file('config'), '--no-progress', ...args])).stdout;
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}
