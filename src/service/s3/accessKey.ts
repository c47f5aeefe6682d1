/** The access key of an S3 user or sub-user, with its secret. */
export interface AccessKey {
  readonly accessKey: string;
  readonly secretKey: string;
}

/**
 * An s3cmd configuration file for reaching a gateway with a key.
 * @param gateway base URL of the gateway
 */
export function clientConfig({ accessKey, secretKey }: AccessKey, gateway: string): string {
  const { host, protocol } = new URL(gateway);
  return [
    '[default]',
    `access_key = ${accessKey}`,
    `secret_key = ${secretKey}`,
    `host_base = ${host}`,
    `host_bucket = ${host}`,
    `use_https = ${protocol === 'https:' ? 'True' : 'False'}`,
    'signature_v2 = False',
    '',
  ].join('\n');
}
