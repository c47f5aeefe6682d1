import { expect } from 'vitest';
import type { Api } from '../../../../src/api/client.ts';
import { storageBench } from '../storage.ts';

/** The syslog priorities in the expected lines; most are notices, which have no word. */
const WORDS: Readonly<Record<number, string>> = { 4: 'warning: ', 5: '', 6: 'info: ' };

/** Changes through the interface, and the lines of the management service that are expected about them. */
export type LoggedChanges = readonly [
  about: string,
  change: (api: Api) => Promise<unknown>,
  lines: readonly unknown[],
];

/** Makes changes in a cluster of twelve servers, and expects these lines about them and no others. */
export async function expectLogged(change: (api: Api) => Promise<unknown>, lines: readonly unknown[]) {
  const { api } = storageBench({ scale: 60 });
  const query = { service: ['mgmt'], after: 0, before: 1e12 };
  const before = await api.readLogs({ query });
  await change(api);
  const after = await api.readLogs({ query });
  expect(after.slice(before.length).map(({ m, p = 0 }) => `${WORDS[p]}${m}`)).toEqual(lines);
}
