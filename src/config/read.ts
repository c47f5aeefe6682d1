import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { CustomAction, CustomMacro } from '../lib/custom.ts';
import { suggestion } from '../lib/nearest.ts';
import { readServiceAddress } from './address.ts';
import type { Config, Context, TokenSource } from './config.ts';
import { CONTEXT_DEFAULTS, LOG_LINES } from './defaults.ts';
import { ConfigError } from './error.ts';
import { readFields, type Fault, type ConfigValues } from './fields.ts';
import { lineFinder } from './lines.ts';
import { actionFields, contextFields, logFields, macroFields, screenFields, topFields } from './schema.ts';
import { readVia } from './via.ts';

/** Resolves a path relative to the configuration file; `~/` is the home directory. */
function filePath(value: string, file: string): string {
  return value.startsWith('~/') ? resolve(homedir(), value.slice(2)) : resolve(dirname(file), value);
}

type ContextValues = ConfigValues<typeof contextFields>;

function tokenSource(values: ContextValues, path: readonly string[], file: string, fault: Fault) {
  const sources: TokenSource[] = [];
  const { 'token-env': variable, 'token-file': tokenFile, 'token-command': argv } = values;
  if (variable !== undefined) sources.push({ kind: 'env', variable });
  if (tokenFile !== undefined) sources.push({ kind: 'file', path: filePath(tokenFile, file) });
  if (argv !== undefined) sources.push({ kind: 'command', argv });
  if (sources.length > 1) return fault(path, 'give only one of token-env, token-file and token-command');
  return sources[0];
}

/** Keys that are valid only with `url`, or only with `via`. */
const FOR_URL = ['token-env', 'token-file', 'token-command', 'ca-file', 'allow-plain-http'] as const;
const FOR_VIA = ['ceph-conf', 'ceph-user', 'ssh-config'] as const;

function readReach(values: ContextValues, path: readonly string[], file: string, fault: Fault) {
  const { url, via } = values;
  if ((url === undefined) === (via === undefined)) {
    const example = `url = ${contextFields.url.example}, or via = ${contextFields.via.example}`;
    return fault(
      path,
      url === undefined ? `the context lacks its url, as in ${example}` : 'give only one of url and via',
    );
  }
  const foreign = (url === undefined ? FOR_URL : FOR_VIA).find((key) => values[key] !== undefined);
  if (foreign !== undefined)
    return fault([...path, foreign], `${foreign} goes with ${url === undefined ? 'url' : 'via'}`);
  if (via !== undefined) {
    const command = readVia(via);
    if ('problem' in command) return fault([...path, 'via'], command.problem);
    const { 'ceph-conf': conf, 'ceph-user': cephUser, 'ssh-config': sshConfig } = values;
    return {
      ...command,
      ...(conf !== undefined && { conf }),
      ...(cephUser !== undefined && { cephUser }),
      ...(sshConfig !== undefined && { sshConfig: filePath(sshConfig, file) }),
    };
  }
  const address = readServiceAddress(url ?? '');
  if ('problem' in address) return fault([...path, 'url'], address.problem);
  const token = tokenSource(values, path, file, fault);
  const caFile = values['ca-file'];
  return {
    ...address,
    ...(token && { token }),
    ...(caFile !== undefined && { caFile: filePath(caFile, file) }),
    allowPlainHttp: values['allow-plain-http'] ?? false,
  };
}

function readContext(name: string, value: unknown, file: string, fault: Fault): Context {
  const path = ['contexts', name];
  const values = readFields(value, contextFields, path, fault);
  const { colour } = values;
  return {
    name,
    ...readReach(values, path, file, fault),
    deletePhrase: values['delete-phrase'] ?? CONTEXT_DEFAULTS.deletePhrase,
    ...(colour && { colour }),
    production: values.production ?? CONTEXT_DEFAULTS.production,
    readOnly: values['read-only'] ?? CONTEXT_DEFAULTS.readOnly,
    iscsiServices: values['iscsi-services'] ?? CONTEXT_DEFAULTS.iscsiServices,
    nfsServices: values['nfs-services'] ?? CONTEXT_DEFAULTS.nfsServices,
  };
}

function readKeys(value: Record<string, unknown>, fault: Fault): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, readonly string[]>();
  for (const [binding, presses] of Object.entries(value)) {
    const list = typeof presses === 'string' ? [presses] : presses;
    const right = Array.isArray(list) && list.every((press) => typeof press === 'string' && press !== '');
    if (!right)
      fault(['keys', binding], `a key is given in quotes, as in ${JSON.stringify(binding)} = "ctrl-r"`);
    keys.set(binding, list as string[]);
  }
  return keys;
}

function readAliases(value: Record<string, unknown>, fault: Fault): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const [name, line] of Object.entries(value)) {
    if (typeof line !== 'string' || line.trim() === '' || !/^[\w-]+$/.test(name))
      return fault(['aliases', name], 'an alias is a word for a command, as in down = "osd status:down"');
    aliases.set(name, line.trim().replace(/^:/, ''));
  }
  return aliases;
}

function readActions(list: readonly unknown[], fault: Fault): readonly CustomAction[] {
  return list.map((value, index) => {
    const path = ['actions', String(index)];
    const { name, key, command, scope, danger } = readFields(value, actionFields, path, fault);
    if (name === undefined || key === undefined || command === undefined)
      return fault(path, 'an action needs its name, key and command');
    return { name, key, command, scope: scope ?? 'everywhere', tier: danger ?? 'disruptive' };
  });
}

function readMacros(list: readonly unknown[], fault: Fault): readonly CustomMacro[] {
  return list.map((value, index) => {
    const path = ['macros', String(index)];
    const { name, key, press = [] } = readFields(value, macroFields, path, fault);
    if (name === undefined || key === undefined || press.length === 0)
      return fault(path, 'a macro needs its name, its key, and what it presses');
    return { name, key, press };
  });
}

function parseToml(source: string, file: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.split('\n');
    throw new ConfigError(first.replace('Invalid TOML document: ', 'not valid TOML: '), {
      file,
      line: error.line,
    });
  }
}

/**
 * Parses the text of a configuration file.
 * @throws ConfigError with the line of the first error
 */
export function readConfig(content: string, file: string): Config {
  const source = content.replace(/^\uFEFF+/, '');
  const document = parseToml(source, file);
  const lineOf = lineFinder(source);
  const fault: Fault = (path, problem) => {
    throw new ConfigError(problem, { file, line: lineOf(path) });
  };
  const top = readFields(document, topFields, [], fault);
  const contexts = new Map<string, Context>();
  for (const [name, value] of Object.entries(top.contexts ?? {})) {
    contexts.set(name, readContext(name, value, file, fault));
  }
  const currentContext = top['current-context'];
  if (currentContext !== undefined && !contexts.has(currentContext)) {
    const near = suggestion(currentContext, contexts.keys());
    fault(['current-context'], `there is no context ${JSON.stringify(currentContext)} in this file${near}`);
  }
  return {
    file,
    ...(currentContext !== undefined && { currentContext }),
    contexts,
    screen: readFields(top.screen ?? {}, screenFields, ['screen'], fault),
    keys: readKeys(top.keys ?? {}, fault),
    aliases: readAliases(top.aliases ?? {}, fault),
    actions: readActions(top.actions ?? [], fault),
    macros: readMacros(top.macros ?? [], fault),
    logLines: readFields(top.logs ?? {}, logFields, ['logs'], fault)['buffer-lines'] ?? LOG_LINES,
  };
}
