import { expect, test } from 'vitest';
import { confirm, fill } from '../dialogSteps.ts';
import { actionOf, answering, checkLines, deck, openScreen, text } from '../openedDeck.ts';

test('the members of an HA group are changed as text', async () => {
  await openScreen('ha');
  await deck.press('e');
  expect(await text()).toMatch(/servers +\* stor-02 nic 4, stor-06 nic 4/);
  await fill(deck, [undefined, undefined, 'stor-06 nic 4, stor-02 nic 4']);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/10\.20\.254\.10 +NFS +stor-06 nic 4, stor-02 nic 4/);
});

test('the form of an HA group calls a service as the list does', async () => {
  await openScreen('ha');
  await deck.press('j', 'e');
  expect(await text()).toMatch(/service +\* S3/);
  await fill(deck, [undefined, 'nothing']);
  expect(await text()).toMatch(/Type NFS or S3\./);
  await fill(deck, ['s3']);
  expect(await text()).toMatch(/"service":"rgw"/);
});

test.each([
  [
    { id: 7, virtualIp: '10.9.9.9', service: 'nfs', failback: false, evictNfsClientsOnFailback: true },
    [
      /service +NFS\b/,
      /description +none/,
      /fails over after +not reported/,
      /fails back +no: the address stays where it moved/,
      /NFS clients +are evicted on failback/,
    ],
  ],
  [
    {
      virtualIp: '10.9.9.9',
      service: 'rgw',
      failback: true,
      failoverTime: 5,
      servers: [{ server: 2 }, { server: 6, nic: 4, vlan: 0 }],
    },
    [
      /service +S3\b/,
      /fails over after +5s/,
      /fails back +yes, after not reported/,
      /id +--/,
      /stor-02 │ -- +│ none/,
      /stor-06 │ nic 4 +│ 0 /,
    ],
  ],
  [{ virtualIp: '10.9.9.9', service: 'smb' }, [/service +smb\b/, /fails back +--/]],
])('the page of an HA group says what is not reported or not set: %j', async (group, facts) => {
  await openScreen('ha', answering({ listHaGroups: () => [group] }));
  await deck.press('d');
  const page = await text();
  for (const fact of facts) expect(page).toMatch(fact);
  for (const words of ['NFS clients', 'NFS services'])
    expect(page.includes(words), words).toBe(group.service === 'nfs');
});

test('a group of a single server is warned of, and so is a deletion that cuts clients off', async () => {
  const groups = [{ id: 1, virtualIp: '10.9.9.9', service: 'nfs' }, { id: 2 }];
  await openScreen('ha', answering({ listHaGroups: () => groups }));
  const checks = (id: string, values = {}) => checkLines(actionOf(id).plan(), values);
  const alone = 'warn one server is not a group: the address has nowhere to move to';
  for (const id of ['create', 'edit']) {
    expect(checks(id, { 'body.servers': [{ server: 1 }] })).toEqual([alone]);
    expect(checks(id, { 'body.servers': [{ server: 1 }, { server: 2 }] })).toEqual([]);
    expect(checks(id)).toEqual([]);
  }
  expect(checks('delete')).toEqual(['warn clients of nfs at 10.9.9.9 are cut off']);
  await deck.press('G');
  expect(checks('delete')).toEqual(['warn clients of a service at -- are cut off']);
});
