import { describe, expect, test } from 'vitest';
import { emptyConfig } from '../../src/config/config.ts';
import { resolveContext } from '../../src/config/context.ts';
import { ConfigError } from '../../src/config/error.ts';
import { readConfig } from '../../src/config/read.ts';

const config = readConfig(
  `
  current-context = "prod"
  [contexts.prod]
  url = "https://prod.example/api"
  token-env = "PROD_TOKEN"
  read-only = true
  [contexts.lab]
  url = "http://lab.example/api"
  token-file = "/etc/lab.token"
  [contexts.open]
  url = "http://open.example/api"
  token-file = "/etc/open.token"
  allow-plain-http = true
  `,
  '/etc/storedeck.toml',
);
const several = readConfig(
  '[contexts.a]\nurl = "https://a/api"\n[contexts.b]\nurl = "https://b/api"',
  '/etc/storedeck.toml',
);

describe('resolveContext', () => {
  test('the simulated cluster is used if nothing is configured', () => {
    expect(resolveContext(emptyConfig, {}, {})).toEqual({ kind: 'demo', readOnly: 'no' });
  });

  test('a command that reaches a cluster is split into words, and names the cluster', () => {
    expect(resolveContext(config, { via: "ssh 'mon 1' sudo" }, {})).toMatchObject({
      kind: 'via',
      name: "ssh 'mon 1' sudo",
      via: ['ssh', 'mon 1', 'sudo'],
      readOnly: 'no',
    });
    expect(() => resolveContext(config, { via: 'ssh mon1 | sh' }, {})).toThrow(/^--via: .*none is used/);
    expect(() => resolveContext(config, { via: '  ' }, {})).toThrow('as in "ssh mon1 sudo"');
    expect(() => resolveContext(config, { via: 'ssh mon1', url: 'http://a/api' }, {})).toThrow(
      'give only one of',
    );
    expect(() => resolveContext(config, { via: 'ssh mon1', tokenFile: 't' }, {})).toThrow('--via needs none');
    const options = { via: 'ssh mon1', cephConf: 'b.conf', cephUser: 'client.b', sshConfig: '/s' };
    expect(resolveContext(config, options, {})).toMatchObject({
      conf: 'b.conf',
      cephUser: 'client.b',
      sshConfig: '/s',
    });
    for (const [field, name] of [
      ['sshConfig', 'ssh-config'],
      ['cephConf', 'ceph-conf'],
      ['cephUser', 'ceph-user'],
    ])
      expect(() => resolveContext(config, { url: 'http://127.0.0.1/api', [field!]: 'x' }, {})).toThrow(
        `--${name} goes with --via`,
      );
  });

  test('a context may name a command that reaches the cluster', () => {
    const one = readConfig('[contexts.a]\nvia = "ssh mon1"\nceph-user = "client.x"\nread-only = true', '/f');
    expect(resolveContext(one, {}, { STOREDECK_TOKEN: 'secret' })).toEqual({
      kind: 'via',
      name: 'a',
      via: ['ssh', 'mon1'],
      cephUser: 'client.x',
      readOnly: 'forced',
      deletePhrase: expect.any(String) as string,
      production: false,
      iscsiServices: [],
      nfsServices: [],
    });
  });

  test('the simulated cluster is used if --demo is given, whatever is configured', () => {
    expect(resolveContext(config, { demo: 'host-down' }, { STOREDECK_CONTEXT: 'lab' })).toEqual({
      kind: 'demo',
      scenario: 'host-down',
      readOnly: 'no',
    });
  });

  test('the current context of the configuration file is used', () => {
    expect(resolveContext(config, {}, {})).toMatchObject({
      kind: 'service',
      name: 'prod',
      baseUrl: 'https://prod.example/api',
      token: { kind: 'env', variable: 'PROD_TOKEN' },
      readOnly: 'forced',
    });
  });

  test('the only context is used if none is marked as current', () => {
    const one = readConfig('[contexts.a]\nurl = "https://a/api"', '/f');
    expect(resolveContext(one, {}, {})).toMatchObject({ name: 'a', readOnly: 'no' });
  });

  test('a context must be chosen if there are several', () => {
    expect(() => resolveContext(several, {}, {})).toThrow(
      'give --context NAME or set current-context; NAME is one of: a, b',
    );
  });

  test('the command line chooses the cluster before the environment, and that before the file', () => {
    const env = { STOREDECK_CONTEXT: 'open', STOREDECK_URL: 'https://env.example/api' };
    expect(resolveContext(config, {}, { STOREDECK_CONTEXT: 'open' })).toMatchObject({ name: 'open' });
    expect(resolveContext(config, {}, env)).toMatchObject({ name: 'env.example' });
    expect(resolveContext(config, { context: 'prod' }, env)).toMatchObject({ name: 'prod' });
    expect(resolveContext(config, { url: 'https://arg.example:8443/x/api/' }, env)).toMatchObject({
      name: 'arg.example:8443',
      baseUrl: 'https://arg.example:8443/x/api',
    });
  });

  test('an unknown context is refused with the nearest name', () => {
    expect(() => resolveContext(config, { context: 'pord' }, {})).toThrow(
      '/etc/storedeck.toml: --context: no context "pord" (did you mean "prod"?); choose one of: prod, lab, open',
    );
    expect(() => resolveContext(emptyConfig, {}, { STOREDECK_CONTEXT: 'x' })).toThrow(
      'STOREDECK_CONTEXT: no context "x"; none is configured',
    );
  });

  test('two clusters on one command line are refused', () => {
    expect(() => resolveContext(config, { demo: true, url: 'https://a/api' }, {})).toThrow(
      'give only one of --demo and --url',
    );
    expect(() => resolveContext(emptyConfig, { tokenFile: 't' }, {})).toThrow('--token-file needs');
  });

  test('a malformed URL of a service is refused', () => {
    expect(() => resolveContext(config, { url: 'https://host' }, {})).toThrow(ConfigError);
    expect(() => resolveContext(config, { url: 'https://host' }, {})).toThrow(
      '--url: the URL lacks the path',
    );
  });
});

describe('token of the context', () => {
  test('the token of the command line replaces that of the environment, which replaces that of the context', () => {
    const env = { STOREDECK_TOKEN: 'secret' };
    expect(resolveContext(config, {}, env)).toMatchObject({
      token: { kind: 'env', variable: 'STOREDECK_TOKEN' },
    });
    expect(resolveContext(config, { tokenFile: '/t' }, env)).toMatchObject({
      token: { kind: 'file', path: '/t' },
    });
  });
});

describe('read-only mode', () => {
  test('read-only mode can be set by the command line or the environment', () => {
    expect(resolveContext(emptyConfig, { readOnly: true }, {}).readOnly).toBe('asked');
    expect(resolveContext(emptyConfig, {}, { STOREDECK_READONLY: '1' }).readOnly).toBe('asked');
    expect(resolveContext(emptyConfig, {}, { STOREDECK_READONLY: 'no' }).readOnly).toBe('no');
  });

  test('read-only mode of the configuration cannot be switched off from outside', () => {
    expect(resolveContext(config, {}, { STOREDECK_READONLY: '0' }).readOnly).toBe('forced');
  });

  test('an invalid value for read-only mode is refused', () => {
    expect(() => resolveContext(emptyConfig, {}, { STOREDECK_READONLY: 'ture' })).toThrow(
      'STOREDECK_READONLY must be 1 or 0; it is "ture"',
    );
  });
});

test('a service can be reached by its Unix socket', () => {
  const target = resolveContext(emptyConfig, { url: 'unix:/run/storedeck.sock', tokenFile: '/t' }, {});
  expect(target).toMatchObject({
    name: '/run/storedeck.sock',
    baseUrl: 'http://localhost/api',
    unixSocket: '/run/storedeck.sock',
  });
  expect(() => resolveContext(emptyConfig, { url: 'unix:run.sock' }, {})).toThrow('must be absolute');
});
