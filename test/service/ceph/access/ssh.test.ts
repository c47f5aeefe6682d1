import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sshVia } from '../../../../src/service/ceph/access/ssh.ts';

const settings = { configFile: '/etc/lab config', env: {} };

test('a server is reached by ssh without prompts and without a local shell', () => {
  const { words, shown, env } = sshVia('host2.example', settings)!;
  const options = [
    '-oBatchMode=yes',
    '-oConnectTimeout=5',
    '-oServerAliveInterval=5',
    '-oServerAliveCountMax=3',
    '-oControlMaster=auto',
  ];
  expect(words).toEqual(['ssh', '-F', '/etc/lab config', ...options, '-T', '--', 'host2.example']);
  expect(shown).toEqual(['ssh', '-F', '/etc/lab config', 'host2.example']);
  expect(env).toBe(settings.env);
  expect(words.join(' ')).not.toMatch(/StrictHostKeyChecking|UserKnownHostsFile/);
});

test.each(['-oProxyCommand=reboot', 'a b', 'root@a', 'a;b', '$(id)', '', 'a\nb', '../a'])(
  'a daemon that reports the host name %j is not reached',
  (host) => {
    expect(sshVia(host, settings)).toBeUndefined();
  },
);

test('any host name that a daemon reports is passed to ssh as one word that is no option, or refused', () => {
  fc.assert(
    fc.property(fc.string(), (host) => {
      const via = sshVia(host, settings);
      if (via) expect(via.words.at(-1)).toMatch(/^[A-Za-z0-9][\w.-]*$/);
    }),
  );
});
