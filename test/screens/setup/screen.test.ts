import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/api/failure.ts';
import { readMonitors } from '../../../src/screens/setup/plans.ts';
import { fill } from '../dialogSteps.ts';
import { deck, openScreen, text } from '../openedDeck.ts';

describe('setup screen', () => {
  test('the setup screen shows its progress, and Enter opens the dialog of a step', async () => {
    await openScreen('setup');
    expect(await text()).toMatch(/✓ 1 Main address +done +10\.1\.0\.11[^]*✓ 2 Create a cluster +done/);
    await deck.press('enter');
    expect(await text()).toMatch(/Set the main address on demo[^]*eno1[^]*to choose from/);
    await deck.press('tab');
    expect(await text()).toMatch(/10\.1\.0\.11 +\/16 on eno1/);
    await deck.press('esc', 'j', 'enter');
    expect(await text()).toMatch(/this service manages a cluster already/);
    await deck.press('esc', 'G', 'enter');
    expect(await text()).toMatch(/Configuration backups/);
  });

  test('the setup of a node without a cluster offers its servers as monitors', async () => {
    const none = new ApiError({ kind: 'rejected', status: 409, message: 'there is no cluster yet' });
    await openScreen('setup', {
      wrap: (inner) => ({
        ...inner,
        send: (id, ...rest) => (id === 'getClusterStatus' ? Promise.reject(none) : inner.send(id, ...rest)),
      }),
    });
    expect(await text()).toMatch(/▲ 2 Create a cluster +to do +\d+ servers can be monitors/);
    await deck.press('n');
    await fill(deck, ['stor-01, stor-02']);
    const dialog = await text();
    expect(dialog).toMatch(/2 monitors tolerate no more failures than 1/);
    expect(dialog).toMatch(/"hostname":"stor-01","server":1,"ip":"/);
    expect(dialog).toMatch(/Type create the cluster and press Enter/);
  });

  test('an import asks for the key without showing it', async () => {
    await openScreen('setup');
    await deck.press('i');
    await fill(deck, ['10.0.0.1, 10.0.0.2', 'AQBsecret']);
    const dialog = await text();
    expect(dialog).toMatch(/POST \/setup\/import-cluster/);
    expect(dialog).not.toContain('AQBsecret');
  });
});

describe('monitors of a new cluster', () => {
  const candidates = [
    { id: 1, hostname: 'stor-01', ips: ['10.0.0.1'] },
    { id: 2, hostname: 'stor-02', ips: ['10.0.0.2', '10.1.0.2'] },
  ];

  test('the monitors of a new cluster are candidates with their only address or the given one', () => {
    expect(readMonitors(candidates, 'stor-01, stor-02=10.1.0.2')).toEqual({
      value: [
        { hostname: 'stor-01', server: 1, ip: '10.0.0.1' },
        { hostname: 'stor-02', server: 2, ip: '10.1.0.2' },
      ],
    });
  });

  test('monitors of a new cluster are refused if unknown, repeated, or of several addresses', () => {
    for (const wrong of ['', 'stor-03', 'stor-02', 'stor-01, stor-01'])
      expect(readMonitors(candidates, wrong), wrong).toHaveProperty('problem');
  });
});
