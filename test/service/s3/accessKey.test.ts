import { expect, test } from 'vitest';
import { clientConfig } from '../../../src/service/s3/accessKey.ts';

test('the configuration of s3cmd names the gateway, its port and whether it speaks TLS', () => {
  const key = { accessKey: 'AK', secretKey: 'SK' };
  expect(clientConfig(key, 'http://10.1.0.5:7480').split('\n')).toEqual([
    '[default]',
    'access_key = AK',
    'secret_key = SK',
    'host_base = 10.1.0.5:7480',
    'host_bucket = 10.1.0.5:7480',
    'use_https = False',
    'signature_v2 = False',
    '',
  ]);
  expect(clientConfig(key, 'https://[fd00::1]:443/')).toContain('host_base = [fd00::1]\n');
  expect(clientConfig(key, 'https://s3.example.net')).toContain('use_https = True');
});
