import { HOOK_EVENTS, type HookPoint, type Script } from '../../api/contract/hooks.ts';
import type { RawInput } from '../../api/transport.ts';
import { orEmpty } from '../../lib/untyped.ts';
import type { FieldChange } from '../action/call.ts';
import { numbered } from '../choices/source.ts';
import type { ReadResult } from '../fields/readers.ts';
import { type KnownServer, readServers } from '../fields/servers.ts';

/** The word for all servers in the form; no server can have this name. */
export const ALL = 'all';

/** Finds a script by name or number. */
export function readScript(scripts: readonly Script[], text: string): ReadResult {
  const word = text.trim();
  const id =
    scripts.find((script) => script.name === word)?.id ?? (/^\d+$/.test(word) ? Number(word) : undefined);
  if (id !== undefined && scripts.some((script) => script.id === id)) return { value: id };
  const names = scripts.map(({ name }) => name).join(', ');
  return { problem: names === '' ? 'There are no scripts yet: make one first.' : `Type one of ${names}.` };
}

/** Parses the servers that a script runs on: all, some, or none for an event without a server. */
function readTargets(servers: readonly KnownServer[], text: string): ReadResult {
  if (text.trim() === '') return { value: [] };
  return text.trim() === ALL ? { value: ALL } : readServers(servers, text);
}

/** True if an event happens on servers; undefined if the service does not say. */
export const onServers = (points: readonly HookPoint[], event: string): boolean | undefined =>
  points.find(({ name }) => name === event)?.canChooseServer;

/**
 * Puts the servers of a form into the request: `allServers` and `serverIds` exclude each other, and both are left out for no
 * server.
 */
export function withTargets(
  input: RawInput,
  { 'body.serverIds': serverIds }: { readonly 'body.serverIds'?: unknown },
): RawInput {
  const { serverIds: _, ...body } = orEmpty(input.body);
  const servers =
    serverIds === ALL
      ? { allServers: true }
      : Array.isArray(serverIds) && serverIds.length > 0
        ? { serverIds }
        : {};
  return { ...input, body: { ...body, ...servers } };
}

const WHEN: Readonly<Record<string, string>> = {
  PreNetworkConfig: 'before a network or an address changes',
  PostNetworkConfig: 'after a network or an address has changed',
  PreDaemonStart: 'before a daemon starts',
  PostDaemonStart: 'after a daemon has started',
  PreFormatDisk: 'before a disk is formatted',
  PostFormatDisk: 'after a disk has been formatted',
  PostStoreDaemonStart: 'after an OSD has started',
  OnHealthDegrade: 'when the health gets worse',
  OnHealthRecover: 'when the health is OK again',
  PreCrushMapChange: 'before the CRUSH map changes',
  PostCrushMapChange: 'after the CRUSH map has changed',
  PostConfigChanged: 'after a setting has changed',
};

/** The time of an event in words, because the event names are not obvious. */
export const whenOf = (event: string | undefined): string =>
  event !== undefined && Object.hasOwn(WHEN, event) ? (WHEN[event] ?? '') : '';

/** The form field for the event. */
export const eventField: FieldChange = {
  label: 'event',
  hint: 'when the script runs',
  choices: () => ({ all: HOOK_EVENTS.map((text) => ({ text, hint: whenOf(text) })), words: true }),
};

/** The form field for the servers that a script runs on. */
export const targetField = (servers: readonly KnownServer[]): FieldChange => ({
  label: 'servers',
  hint: 'all, or names; empty for an event of the cluster as a whole',
  choices: () => ({ all: [{ text: ALL, hint: 'every server' }, ...numbered(servers)] }),
  read: (text) => readTargets(servers, text),
});
