import type { ServiceMap } from '../../servers.ts';

/** A RADOS gateway as it describes itself in the service map. */
interface GatewayDaemon {
  /** The address of its connections to the cluster: `10.1.2.3:0/4711`, `[fd00::3]:0/4711`. */
  readonly addr?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The port that gateways listen on by default (rgw_frontends). */
const DEFAULT_PORT = '7480';
const ANY_ADDRESS = new Set(['0.0.0.0', '[::]', '*']);

interface Listener {
  readonly secure: boolean;
  /** Empty where the gateway listens on all of its addresses. */
  readonly host: string;
  readonly port: string;
}

function listener(secure: boolean, endpoint: string): Listener {
  const [, host = '', port = ''] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(endpoint) ?? [];
  return { secure, host: ANY_ADDRESS.has(host) ? '' : host, port: port || (secure ? '443' : '80') };
}

/** The ports that a line of rgw_frontends makes a gateway listen on: `beast endpoint=10.0.0.3:8080 ssl_port=443`, `civetweb port=7480`. */
function listeners(frontend: string): Listener[] {
  const found = frontend.split(/\s+/).flatMap((setting) => {
    const [name = '', value = ''] = setting.split('=');
    if (name === 'endpoint' || name === 'ssl_endpoint') return [listener(name === 'ssl_endpoint', value)];
    if (name !== 'port' && name !== 'ssl_port') return [];
    // civetweb lists its ports with a plus, marks those with TLS and may name an address.
    return value.split('+').map((port) => {
      const secure = name === 'ssl_port' || port.endsWith('s');
      const number = port.replace(/s$/, '');
      return listener(secure, /^\d+$/.test(number) ? `:${number}` : number);
    });
  });
  return found.length > 0 ? found : [{ secure: false, host: '', port: DEFAULT_PORT }];
}

/** The base URLs of a gateway, each with whether it takes TLS. */
export function urlsOf({ addr = '', metadata = {} }: GatewayDaemon): { secure: boolean; url: string }[] {
  const [, address = ''] = /^(?:v\d:)?(\[[0-9a-f:.]+\]|[0-9.]+):\d+\//i.exec(addr) ?? [];
  const name = metadata['hostname'] ?? '';
  return Object.entries(metadata)
    .filter(([field]) => field.startsWith('frontend_config'))
    .flatMap(([, frontend]) => listeners(frontend))
    .flatMap(({ secure, host, port }) => {
      // A certificate is made out to a name; otherwise the address spares asking a name server.
      const server = host || (secure ? name || address : address || name);
      const url = `${secure ? 'https' : 'http'}://${server}:${port}`;
      return server !== '' && URL.canParse(url) ? [{ secure, url: new URL(url).origin }] : [];
    });
}

/** Base URLs of the gateways that run now, those without TLS first: they are on the cluster's own network. */
export function gatewayUrls(map: ServiceMap | undefined): string[] {
  const daemons = Object.values(map?.services['rgw']?.daemons ?? {});
  const found = daemons.flatMap((daemon) => (typeof daemon === 'string' ? [] : urlsOf(daemon)));
  const urls = [...found.filter(({ secure }) => !secure), ...found.filter(({ secure }) => secure)];
  return [...new Set(urls.map(({ url }) => url))];
}
