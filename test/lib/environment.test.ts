import { expect, test } from 'vitest';
import { isRemote } from '../../src/lib/environment.ts';

test('a session is over SSH if sshd has set one of its variables', () => {
  expect(isRemote({ SSH_TTY: '/dev/pts/3' })).toBe(true);
  expect(isRemote({ SSH_CONNECTION: '192.0.2.1 40022 192.0.2.2 22' })).toBe(true);
  expect(isRemote({ TERM: 'xterm-256color' })).toBe(false);
});
