import fc from 'fast-check';
import { homedir } from 'node:os';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/error.ts';
import type { ConfigFields } from '../../src/config/fields.ts';
import { readConfig } from '../../src/config/read.ts';
import {
  actionFields,
  contextFields,
  logFields,
  macroFields,
  screenFields,
  topFields,
} from '../../src/config/schema.ts';
import { anyText } from '../support/anyText.ts';

const FILE = '/home/op/.config/storedeck/config.toml';
const read = (source: string) => readConfig(source, FILE);

/** The message of the refusal, without its prefix. */
function fault(source: string): { line: number | undefined; text: string } {
  try {
    read(source);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).toMatch(`${FILE}:${error.line}: `);
    return { line: error.line, text: error.message.slice(`${FILE}:${error.line}: `.length) };
  }
  throw new Error('the file was accepted');
}

describe('configuration file', () => {
  test('a configuration file can set everything about a context', () => {
    const config = read(`
      current-context = "prod"
      [contexts.prod]
      url = "https://mgmt.example:7480/api/"
      token-command = ["pass", "show", "prod"]
      ca-file = "ca.pem"
      delete-phrase = "yes, delete"
      colour = "red"
      production = true
      read-only = true
      iscsi-services = [1, 2]
      nfs-services = [0]
      [contexts."old lab"]
      url = "http://10.0.0.1/api"
      token-file = "~/lab.token"
      allow-plain-http = true
      [screen]
      theme = "light"
      characters = "ascii"
      colour-depth = "16"
      utc = true
      slow = true
      output = "plain"
      [keys]
      "refresh" = "ctrl-r"
      "up" = ["k", "up"]
      [logs]
      buffer-lines = 50000
    `);
    expect(config.currentContext).toBe('prod');
    expect(config.contexts.get('prod')).toEqual({
      name: 'prod',
      baseUrl: 'https://mgmt.example:7480/api',
      token: { kind: 'command', argv: ['pass', 'show', 'prod'] },
      caFile: '/home/op/.config/storedeck/ca.pem',
      allowPlainHttp: false,
      deletePhrase: 'yes, delete',
      colour: 'red',
      production: true,
      readOnly: true,
      iscsiServices: [1, 2],
      nfsServices: [0],
    });
    expect(config.contexts.get('old lab')).toMatchObject({
      token: { kind: 'file', path: `${homedir()}/lab.token` },
      allowPlainHttp: true,
      deletePhrase: "I'm really sure that I want to delete this",
      readOnly: false,
    });
    expect(config.screen).toEqual({
      theme: 'light',
      characters: 'ascii',
      'colour-depth': '16',
      utc: true,
      slow: true,
      output: 'plain',
    });
    expect(config.keys.get('refresh')).toEqual(['ctrl-r']);
    expect(config.keys.get('up')).toEqual(['k', 'up']);
    expect(config.logLines).toBe(50_000);
  });

  test('a configuration file may be empty', () => {
    expect(read('').contexts.size).toBe(0);
  });

  const { 'current-context': currentContext } = topFields;
  const tables: Record<string, ConfigFields> = {
    file: { 'current-context': currentContext },
    contexts: contextFields,
    screen: screenFields,
    logs: logFields,
    actions: actionFields,
    macros: macroFields,
  };
  test.each(Object.entries(tables))(
    'each key of %s in the configuration is explained, accepts its own example and refuses an empty text',
    (_, fields) => {
      for (const [key, { help, example, accepts }] of Object.entries(fields)) {
        expect(accepts(parse(`x = ${example}`)['x']), key).toBe(true);
        expect(accepts(''), key).toBe(false);
        expect(help.replace(/:.*/, ''), key).toMatch(/\w\w/);
      }
    },
  );

  test.each([
    [1000, true],
    [999, false],
    [5_000_000, true],
    [5_000_001, false],
  ])('a log of %i lines in memory may be configured: %s', (lines, isAccepted) => {
    expect(logFields['buffer-lines'].accepts(lines)).toBe(isAccepted);
  });

  test.each([
    ['contexts', 'a table, as in contexts = { … }, or a section [contexts.NAME]'],
    ...['screen', 'keys', 'aliases', 'logs'].map((name): [string, string] => [
      name,
      `a table, as in ${name} = { … }, or a section [${name}]`,
    ]),
    ...['actions', 'macros'].map((name): [string, string] => [
      name,
      `a list of tables, as in ${name} = [[${name}]], one for each`,
    ]),
  ])('the configuration %s = 3 is refused with what is wanted there', (name, wanted) => {
    expect(fault(`${name} = 3`).text).toBe(`${name} must be ${wanted}`);
  });

  test('an unknown key of the configuration is refused with the nearest known one', () => {
    expect(fault('\n[contexts.a]\nurl = "https://a/api"\nread_only = true')).toEqual({
      line: 4,
      text: 'unknown key "read_only" (did you mean "read-only"?)',
    });
    expect(fault('[screen]\ncolor-depth = "16"').text).toBe(
      'unknown key "color-depth" (did you mean "colour-depth"?)',
    );
  });

  test('an unknown key of the configuration that resembles none is refused with the list of known ones', () => {
    expect(fault('[screen]\n\nzzz = 1')).toEqual({
      line: 3,
      text: 'unknown key "zzz"; known here: theme, characters, colour-depth, utc, slow, output, bell, notify, tab-progress, links, mouse, cursor',
    });
  });

  test.each([
    ['[screen]\nutc = "yes"', 2, 'utc must be true or false, without quotes, as in utc = true'],
    ['[screen]\ncolour-depth = 16', 2, 'colour-depth must be one of "none", "16", "256", "true"'],
    ['[logs]\nbuffer-lines = 10', 2, 'buffer-lines must be a whole number from 1000 to'],
    ['contexts = 3', 1, 'contexts must be a table'],
    ['[[contexts]]\nname = "a"', 1, 'contexts must be a table'],
    ['[contexts]\na = "https://a/api"', 2, '"contexts.a" must be a table: [contexts.a]'],
    ['[contexts.a]\nproduction = true', 1, 'the context lacks its url'],
    ['[contexts.a]\nurl = "https://a/api"\nvia = "ssh a"', 1, 'give only one of url and via'],
    ['[contexts.a]\nvia = "ssh a"\ntoken-env = "A"', 3, 'token-env goes with url'],
    ['[contexts.a]\nurl = "https://a/api"\nceph-conf = "/x"', 3, 'ceph-conf goes with via'],
    ['[contexts.a]\nvia = "ssh $A"', 2, '$ needs a shell'],
    ['[contexts.a]\ntoken-command = "pass show"', 2, 'token-command must be a list of texts'],
    ['[keys]\nup = ["k", ""]', 2, 'a key is given in quotes, as in "up" = "ctrl-r"'],
    ['[keys]\nup = ["k", 7]', 2, 'a key is given in quotes'],
    ['[keys]\nrefresh = 3', 2, 'a key is given in quotes, as in "refresh" = "ctrl-r"'],
    ['current-context = "prd"\n[contexts.prod]\nurl = "https://a/api"', 1, '(did you mean "prod"?)'],
  ])('the configuration %j is refused at line %i', (source, line, text) => {
    const found = fault(source);
    expect(found.line).toBe(line);
    expect(found.text).toContain(text);
  });

  test.each([
    ['mgmt:7480/api', 'must begin with https:// or http://'],
    ['/api', 'is not a URL; write it like https://mgmt.example:7480/api'],
    ['https://mgmt:7480', 'it is probably https://mgmt:7480/api'],
    ['https://op:secret@mgmt/api', 'must not contain a user or password'],
    ['https://mgmt/api?x=1', 'must end with its path'],
  ])('the address %j in the configuration is refused', (url, text) => {
    const found = fault(`[contexts.a]\n\nurl = ${JSON.stringify(url)}`);
    expect(found.line).toBe(3);
    expect(found.text).toContain(text);
    expect(found.text).not.toContain('secret');
  });

  test('a context with two sources of a token is refused', () => {
    const source = '[contexts.a]\nurl = "https://a/api"\ntoken-env = "A"\ntoken-file = "b"';
    expect(fault(source).text).toBe('give only one of token-env, token-file and token-command');
  });

  test('a configuration file that is no TOML is refused with the place of the error', () => {
    expect(fault('[screen]\ntheme = dark').line).toBe(2);
    expect(fault('a = 1\na = 2').line).toBe(2);
    expect(fault('x = "open').text).toMatch(/^not valid TOML: /);
  });

  test('an error in the configuration never shows a value, which could be a misplaced secret', () => {
    expect(fault('[contexts.a]\ntoken-command = "hunter2"').text).not.toContain('hunter2');
    expect(fault('[contexts.a]\ntoken = "hunter2"').text).not.toContain('hunter2');
  });

  test('a configuration file of any content is accepted or refused with a line number', () => {
    const piece = fc.oneof(
      anyText(),
      fc.constantFrom(
        '\n',
        '[',
        ']',
        '[[',
        ']]',
        '{',
        '}',
        '=',
        '.',
        ',',
        '"',
        "'",
        '"""',
        "'''",
        '#',
        '\\',
        '\r',
        ' ',
        'contexts',
        'screen',
        'keys',
        'logs',
        'url',
        'prod',
        'current-context',
        'theme',
        '__proto__',
        'constructor',
        'true',
        '1',
        '0x',
        '1e400',
        'nan',
        '1979-05-27',
        '"https://a/api"',
        '\u0000',
        '\uFEFF',
        'url = "https://a/api"\n',
        '[contexts.prod]\n',
        'token-command = ["a"]\n',
        '[contexts.constructor]\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        try {
          read(source);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          expect((error as ConfigError).line).toBeGreaterThanOrEqual(1);
          expect((error as ConfigError).line).toBeLessThanOrEqual(source.split('\n').length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
