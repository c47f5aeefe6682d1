import { expect, test } from 'vitest';
import { readArguments } from '../../src/commands/arguments.ts';
import { expectGolden } from '../support/golden.ts';
import { fakeIo } from './fakeIo.ts';
import { run } from './onService.ts';

/** The parsed form of a command line, or its refusal. */
function read(line: string): string {
  try {
    return JSON.stringify(readArguments(line.split(' ').filter(Boolean)));
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

const LINES = [
  '',
  '--demo',
  '--demo=calm',
  '--demo calm',
  '--url http://a --token-file t',
  '--via ssh --ssh-config c',
  '--context a --readonly --config f',
  '--ascii',
  '--unicode',
  '--ascii --unicode',
  '--no-colour --theme light',
  '--theme nonsense',
  '--utc --bell --mouse --cursor',
  '--slow',
  '--no-slow',
  '--slow --no-slow',
  '--scale 24 --seed 7',
  '--scale many',
  '--scale 0',
  '--nonsense',
  '--help',
  '-h',
  '--version',
  '-V',
  'nonsense',
  'doctor',
  'doctor --utc x',
  'serve',
  'serve --engine ceph --via ssh --conf c --name n --s3 u',
  'serve --engine nonsense',
  'serve --s3 u',
  'serve --engine ceph --scale 3',
  'serve --engine ceph --seed 3',
  'serve --engine ceph --scenario calm',
  'serve --conf c',
  'serve --name n',
  'serve --via ssh',
  'serve --ssh-config c',
  'serve --scenario calm --scale 24',
  'serve --no-sync',
  'serve --data d',
  'serve --data d --no-sync',
  'serve --engine ceph --data d --no-sync',
  'serve --tls-cert c',
  'serve --tls-key k',
  'serve --tls-cert c --tls-key k',
  'serve --listen 127.0.0.1:1 --token-file t',
  'serve --listen nonsense',
  'serve --control s',
  'serve x',
  'status',
  'status --json --demo',
  'status x',
  'why',
  'why --json',
  'logs',
  'logs --follow --service a --service b --priority err --lines 5 --utc',
  'logs --priority nonsense',
  'logs --lines -1',
  'logs --lines x',
  'call',
  'call --list',
  'call listPools',
  'call listPools x',
  'call getImage --pool a --rbd b',
  'call nonsense',
  'call createPool --json {} --output f',
  'call --list listPools',
  'changes',
  'changes --json',
  'changes accept 3',
  'changes reject 3',
  'changes accept',
  'changes nonsense 3',
  'changes accept x',
  'changes accept 3 4',
  'changes show 3',
  'changes --control s accept 3',
  'completion',
  'completion bash',
  'completion zsh',
  'completion fish',
  'completion nonsense',
  'completion bash x',
  'help',
  'help serve',
  'help nonsense',
  'help serve x',
  'serve --help',
  'version',
  'version x',
  'status --url',
  'status --json=yes',
];

test('each command line is parsed, or refused with the reason, as recorded', () => {
  expectGolden(
    'records/arguments',
    LINES.map((line) => `storedeck ${line}\n    ${read(line)}`).join('\n'),
    [],
  );
});

const TOPICS = [
  '',
  'console',
  'serve',
  'status',
  'why',
  'logs',
  'call',
  'doctor',
  'changes',
  'completion',
  'version',
  'help',
  'config',
  'scenarios',
];

test.each([
  ['help', TOPICS.map((topic) => `help ${topic}`)],
  ['completion', ['completion bash', 'completion fish']],
  ['list', ['call --list']],
] as const)('the output of %s is as recorded', async (name, lines) => {
  const shown: string[] = [];
  for (const line of lines) {
    const io = fakeIo();
    try {
      expect(await run(line.split(' ').filter(Boolean), io)).toBe(0);
    } catch (error) {
      io.written.err += String(error);
    }
    shown.push(`$ storedeck ${line}`, io.written.out, io.written.err);
  }
  expectGolden(`records/${name}`, shown.join('\n'), []);
});
