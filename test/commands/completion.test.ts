import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionScript } from '../../src/commands/completion.ts';

/** The completions of bash for a command line, whose last word is being typed. */
function offered(...line: string[]): string[] {
  const words = line.map((word) => `'${word}'`).join(' ');
  const script = `${completionScript('bash')}
COMP_WORDS=(${words}); COMP_CWORD=${line.length - 1}; _storedeck; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

test('the completion offers the commands and the options of the console', () => {
  expect(offered('storedeck', 'st')).toEqual(['status']);
  expect(offered('storedeck', '--read')).toEqual(['--readonly']);
});

test('the completion offers the operations after call, and then their parameters', () => {
  expect(offered('storedeck', 'call', 'setF')).toEqual(['setFlag', 'setFileLayout']);
  expect(offered('storedeck', 'call', 'setFlag', '--fl')).toEqual(['--flag']);
});

test('the completion offers the values of an option', () => {
  expect(offered('storedeck', 'serve', '--engine', '')).toEqual(['sim', 'ceph']);
});

test.each(['zsh', 'fish'] as const)(
  'the completion for %s is accepted by the shell, if it is installed',
  (shell) => {
    const script = completionScript(shell);
    expect(script).toContain('listPools');
    const check = spawnSync(shell, ['--no-execute'], { input: script, encoding: 'utf8' });
    if (check.error === undefined) expect(check.stderr).toBe('');
  },
);
