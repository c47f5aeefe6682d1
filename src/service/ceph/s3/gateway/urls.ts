import type { GatewayDaemon, ServiceMap } from '../../map/servers.ts';

/** The port that gateways listen on by default (rgw_frontends). */
const DEFAULT_PORT = '7480';
const ANY_ADDRESS = new Set(['0.0.0.0', '[::]', '*']);

interface GatewayListener {
  readonly secure: boolean;
  /** Empty if the gateway listens on all of its addresses. */
  readonly host: string;
  readonly port: string;
}

function listener(secure: boolean, endpoint: string): GatewayListener {
  const [, host = '', port = ''] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(endpoint) ?? [];
  return { secure, host: ANY_ADDRESS.has(host) ? '' : host, port: port || (secure ? '443' : '80') };
}

/** Parses a value of rgw_frontends, such as `beast endpoint=10.0.0.3:8080 ssl_port=443` or `civetweb port=7480`. */
function listeners(frontend: string): GatewayListener[] {
  const found = frontend.split(/\s+/).flatMap((setting) => {
    const [name = '', value = ''] = setting.split('=');
    if (name === 'endpoint' || name === 'ssl_endpoint') return [listener(name === 'ssl_endpoint', value)];
    if (name !== 'port' && name !== 'ssl_port') return [];
    // civetweb joins ports with `+`, marks those with TLS by an `s`, and allows an address before the port.
    return value.split('+').map((port) => {
      const secure = name === 'ssl_port' || port.endsWith('s');
      const number = port.replace(/s$/, '');
      return listener(secure, /^\d+$/.test(number) ? `:${number}` : number);
    });
  });
  return found.length > 0 ? found : [{ secure: false, host: '', port: DEFAULT_PORT }];
}

/** The base URLs of a gateway; `secure` ones use TLS. */
export function urlsOf({ addr = '', metadata = {} }: GatewayDaemon): { secure: boolean; url: string }[] {
  const [, address = ''] = /^(?:v\d:)?(\[[0-9a-f:.]+\]|[0-9.]+):\d+\//i.exec(addr) ?? [];
  const name = metadata['hostname'] ?? '';
  return Object.entries(metadata)
    .filter(([field]) => field.startsWith('frontend_config'))
    .flatMap(([, frontend]) => listeners(frontend))
    .flatMap(({ secure, host, port }) => {
      // Certificates are issued for names; without TLS, the address avoids a name lookup.
      const server = host || (secure ? name || address : address || name);
      const url = `${secure ? 'https' : 'http'}://${server}:${port}`;
      return server !== '' && URL.canParse(url) ? [{ secure, url: new URL(url).origin }] : [];
    });
}

/** The base URLs of the running gateways, those without TLS first: they are on the cluster's own network. */
export function gatewayUrls(map: ServiceMap | undefined): string[] {
  const daemons = Object.values(map?.services['rgw']?.daemons ?? {});
  const found = daemons.flatMap((daemon) => (typeof daemon === 'string' ? [] : urlsOf(daemon)));
  const urls = [...found.filter(({ secure }) => !secure), ...found.filter(({ secure }) => secure)];
  return [...new Set(urls.map(({ url }) => url))];
}
