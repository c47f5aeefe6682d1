import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sshPlace } from '../../../../src/service/ceph/hands/ssh.ts';

const settings = { configFile: '/etc/lab config', env: {} };

test('a server is reached by ssh without a question and without a shell of this machine', () => {
  const { words } = sshPlace('host2.example', settings)!;
  expect(words).toEqual(
    expect.arrayContaining(['-F', '/etc/lab config', '-oBatchMode=yes', '-oControlMaster=auto']),
  );
  expect(words.slice(-2)).toEqual(['--', 'host2.example']);
  expect(words.join(' ')).not.toMatch(/StrictHostKeyChecking|UserKnownHostsFile/);
});

test.each(['-oProxyCommand=reboot', 'a b', 'root@a', 'a;b', '$(id)', '', 'a\nb', '../a'])(
  'a daemon that says its host is %j leads nowhere',
  (host) => {
    expect(sshPlace(host, settings)).toBeUndefined();
  },
);

test('whatever a daemon says its host is, ssh gets it as one word that is no option, or not at all', () => {
  fc.assert(
    fc.property(fc.string(), (host) => {
      const place = sshPlace(host, settings);
      if (place) expect(place.words.at(-1)).toMatch(/^[A-Za-z0-9][\w.-]*$/);
    }),
  );
});
