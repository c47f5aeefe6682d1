import { expect, test } from 'vitest';
import { gatewayUrls } from '../../../../../src/service/ceph/s3/gateway/urls.ts';

const daemon = (frontend: string, addr = '10.0.0.3:0/1736480215') => ({
  addr,
  metadata: { hostname: 'node3', id: 'a', 'frontend_config#0': frontend },
});
const urls = (...daemons: ReturnType<typeof daemon>[]) =>
  gatewayUrls({ services: { rgw: { daemons: { summary: '', ...Object.fromEntries(daemons.entries()) } } } });

test.each([
  ['beast endpoint=127.0.0.1:16012 tcp_nodelay=1', ['http://127.0.0.1:16012']],
  ['beast port=7480', ['http://10.0.0.3:7480']],
  ['beast', ['http://10.0.0.3:7480']],
  ['beast endpoint=0.0.0.0:8000 endpoint=[::]:8000', ['http://10.0.0.3:8000']],
  ['beast endpoint=[fd00::3]:8000', ['http://[fd00::3]:8000']],
  ['civetweb port=80+443s num_threads=512', ['http://10.0.0.3', 'https://node3']],
  ['beast ssl_port=8443 ssl_certificate=/etc/ceph/rgw.pem', ['https://node3:8443']],
  ['beast ssl_endpoint=10.0.0.9:8443', ['https://10.0.0.9:8443']],
  ['beast endpoint=10.0.0.9 ssl_endpoint=10.0.0.9', ['http://10.0.0.9', 'https://10.0.0.9']],
])('a gateway with the frontend "%s" is reached at %j', (frontend, expected) => {
  expect(urls(daemon(frontend))).toEqual(expected);
});

test('gateways without TLS come first, and each comes once', () => {
  const found = urls(
    daemon('beast ssl_port=443'),
    daemon('beast port=80'),
    daemon('beast port=80'),
    daemon('beast port=80', '[fd00::4]:0/1'),
  );
  expect(found).toEqual(['http://10.0.0.3', 'http://[fd00::4]', 'https://node3']);
});

test('a gateway without a known address is reached by its host name', () => {
  expect(urls(daemon('beast port=80', '(unrecognized address family 0)/0'))).toEqual(['http://node3']);
});

test('there may be no gateways', () => {
  expect(gatewayUrls(undefined)).toEqual([]);
  expect(gatewayUrls({ services: {} })).toEqual([]);
  expect(gatewayUrls({ services: { rgw: { daemons: { summary: '', a: { metadata: {} } } } } })).toEqual([]);
});
