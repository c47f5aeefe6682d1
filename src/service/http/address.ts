/** An address that the service listens on. */
export type Address =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/** The default address, which only this machine can reach. */
export const DEFAULT_LISTEN = '127.0.0.1:7480';

/**
 * Parses `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`. Port 0 takes any free port.
 * @returns undefined when the text is none of these
 */
export function readAddress(text: string): Address | undefined {
  if (text.startsWith('unix:')) {
    const path = text.slice('unix:'.length);
    return path === '' ? undefined : { kind: 'unix', path };
  }
  const [, v6, name, digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  const host = v6 ?? name;
  return host === undefined || port > 65_535 ? undefined : { kind: 'tcp', host, port };
}
