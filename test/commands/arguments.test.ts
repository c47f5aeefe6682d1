import { describe, expect, test } from 'vitest';
import { contract } from '../../src/api/contract/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { readArguments } from '../../src/commands/arguments.ts';
import { helpText } from '../../src/commands/help.ts';
import { parametersOf } from '../../src/commands/operations.ts';
import { UsageError } from '../../src/commands/options.ts';
import { commandTable, type CommandName } from '../../src/commands/table.ts';
import { readConfig } from '../../src/config/read.ts';

const read = (line: string) => readArguments(line === '' ? [] : line.split(' '));

/** The single line with which a command line is refused. */
function refusal(line: string): string {
  try {
    read(line);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    const { message } = error as UsageError;
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error(`${line} was accepted`);
}

describe('command line', () => {
  test.each([
    ['', { command: 'console', target: {}, simulation: {}, screen: {} }],
    ['--demo', { command: 'console', target: { demo: true } }],
    [
      '--demo=host-down --scale 100 --seed 7',
      { target: { demo: 'host-down' }, simulation: { scale: 100, seed: 7 } },
    ],
    ['--url http://h/api --token-file t', { target: { url: 'http://h/api', tokenFile: 't' } }],
    [
      '--context prod --config c.toml --readonly',
      { target: { context: 'prod', readOnly: true }, configFile: 'c.toml' },
    ],
    ['--read-only', { target: { readOnly: true } }],
    ['--via ssh', { target: { via: 'ssh' } }],
    ['serve --engine ceph --via ssh', { ceph: { via: 'ssh' } }],
    ['-U -C', { screen: { characters: 'ascii', colour: false } }],
    [
      '--unicode --no-color --theme=light --utc --slow',
      {
        screen: { characters: 'unicode', colour: false, theme: 'light', utc: true, slow: true },
      },
    ],
    ['serve', { command: 'serve', engine: 'sim', simulation: {}, ceph: {} }],
    [
      'serve --engine ceph --conf c --name client.x --listen unix:/s',
      {
        engine: 'ceph',
        ceph: { conf: 'c', name: 'client.x' },
        listen: 'unix:/s',
      },
    ],
    [
      'serve --scale 3 --seed 0 --scenario calm --data d --token-file t',
      {
        simulation: { scale: 3, seed: 0, scenario: 'calm' },
        data: 'd',
        tokenFile: 't',
      },
    ],
    ['serve --tls-cert c --tls-key k', { tls: { cert: 'c', key: 'k' } }],
    ['status --json', { command: 'status', json: true }],
    ['logs', { command: 'logs', follow: false, services: [], lines: 100, utc: false }],
    [
      'logs -f -s mon --service osd.* -p 3 -n 0',
      { follow: true, services: ['mon', 'osd.*'], priority: 3, lines: 0 },
    ],
    ['logs -p warning', { priority: 4 }],
    ['logs --priority=err', { priority: 3 }],
    ['logs -p emerg', { priority: 0 }],
    ['call --list', { command: 'call', list: true, parameters: [] }],
    [
      'call setFlag --flag noout --demo',
      {
        operation: 'setFlag',
        parameters: [['flag', 'noout']],
        target: { demo: true },
      },
    ],
    [
      'call followLogs --before -1 --service mon --service=mgr',
      {
        parameters: [
          ['before', '-1'],
          ['service', 'mon'],
          ['service', 'mgr'],
        ],
      },
    ],
    ['call x --json - --key=--odd', { json: '-', parameters: [['key', '--odd']] }],
    ['version', { command: 'version' }],
    ['--version', { command: 'version' }],
    ['--help', { command: 'help' }],
    ['help', { command: 'help' }],
    ['help call', { command: 'help', topic: 'call' }],
    ['help config', { command: 'help', topic: 'config' }],
    ['call --help', { command: 'help', topic: 'call' }],
    ['serve -h --bogus', { command: 'help', topic: 'serve' }],
  ])('the command line %j is accepted', (line, command) => {
    expect(read(line)).toMatchObject(command);
  });

  test.each([
    ['--urll x', 'unknown option --urll (did you mean "--url"?); storedeck --help lists the options'],
    ['-x', 'unknown option -x; storedeck --help lists the options'],
    ['serve --port 1', 'unknown option --port; storedeck serve --help lists the options'],
    ['stats', 'unknown command "stats" (did you mean "status"?); storedeck --help lists the commands'],
    ['help foo', 'unknown command "foo"; storedeck --help lists the commands'],
    [
      '--demo host-down',
      'unexpected argument "host-down" (did you mean --demo=host-down?); see storedeck --help',
    ],
    ['status now', 'unexpected argument "now"; see storedeck status --help'],
    ['--url', '--url needs a value: --url URL'],
    ['--url --demo', '--url needs a value: --url URL'],
    ['--ascii=yes', '--ascii takes no value'],
    ['--ascii --unicode', 'give only one of --ascii and --unicode'],
    ['--theme darkk', /^--theme must be one of dark, .*; it is "darkk" \(did you mean "dark"\?\)$/],
    ['--scale many', '--scale must be a whole number from 3 to 20000; it is "many"'],
    ['--scale 1e3', '--scale must be a whole number from 3 to 20000; it is "1e3"'],
    [
      'logs -p 8',
      '--priority must be a whole number from 0 to 7 or emergency, alert, critical, error, warning, notice, info, debug; it is "8"',
    ],
    ['logs -p e', /^--priority must be .*; it is "e"$/],
    ['logs -p warnign', /; it is "warnign" \(did you mean "warning"\?\)$/],
    ['serve --engine sim --conf x', '--conf belongs to --engine ceph'],
    ['serve --engine ceph --seed 1', '--seed belongs to --engine sim'],
    ['serve --tls-cert c', '--tls-cert and --tls-key go together'],
    ['call', 'call needs an operation; storedeck call --list lists them'],
    ['call a b', 'unexpected argument "b"; see storedeck call --help'],
    ['call setFlag --flag', '--flag needs a value'],
  ])('the command line %j is refused', (line, message) => {
    if (typeof message === 'string') expect(refusal(line)).toBe(message);
    else expect(refusal(line)).toMatch(message);
  });

  test('no option of the command call hides a parameter of an operation', () => {
    const own = Object.keys(commandTable.call.options);
    for (const [id, operation] of Object.entries<Operation>(contract)) {
      const names = (['params', 'query', 'form'] as const).flatMap((place) =>
        Object.keys(operation[place]?.properties ?? {}),
      );
      expect(new Set(names).size, id).toBe(names.length);
      expect(
        [...parametersOf(operation).keys()].filter((name) => own.includes(name)),
        id,
      ).toEqual([]);
    }
  });
});

describe('help', () => {
  test.each(Object.keys(commandTable) as CommandName[])(
    'the help of %s names all its options within 100 columns',
    (name) => {
      const text = helpText(name);
      const { operands, summary } = commandTable[name];
      if (name !== 'console') {
        expect(text).toContain(`storedeck ${name}: ${summary}\n`);
        expect(text).toContain(`Usage: storedeck ${name} [OPTIONS]${operands && ` ${operands}`}\n`);
      }
      expect(text).toMatch(/^ {2}-h, --help +this text$/m);
      for (const option of Object.keys(commandTable[name].options)) expect(text).toContain(`--${option}`);
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    },
  );

  test('the help of the configuration file shows every key with an accepted value', () => {
    let section = '';
    for (const line of helpText('config').split('\n')) {
      if (line.startsWith('[')) section = line;
      if (line === '' || line.startsWith('#') || line.startsWith('[') || line.startsWith('current-context'))
        continue;
      const needed = section.startsWith('[contexts')
        ? [section === '[contexts.lab]' ? 'via = "ssh a"' : 'url = "https://a/api"']
        : section === '[[actions]]'
          ? ['name = "a"', 'key = "b"', 'command = ["c"]']
          : section === '[[macros]]'
            ? ['name = "a"', 'key = "b"', 'press = ["c"]']
            : [];
      const name = line.split(' ')[0] ?? '';
      const others = needed.filter((other) => !other.startsWith(`${name} `));
      const file = [section, ...others, line].join('\n');
      expect(() => readConfig(file, 'config.toml'), line).not.toThrow();
    }
  });

  test('the help of the configuration file leaves no section empty', () => {
    const [, ...sections] = helpText('config').split(/^\[+/m);
    for (const section of sections) expect(section).toMatch(/^[\w.-]+ = /m);
  });

  test('the help of the program names all commands', () => {
    for (const name of Object.keys(commandTable)) expect(helpText()).toMatch(new RegExp(`(^|\\s)${name}\\b`));
  });
});
