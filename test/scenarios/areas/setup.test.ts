import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('the steps of the setup are done one by one, and the service refuses one that comes too late', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const interfaces = await api.listInterfaces();
  const other = interfaces.ips?.find(({ ip }) => ip !== interfaces.currentIp);
  const address = other?.ip ?? '';

  await deck.command('setup');
  await deck.see(/▌✓ 1 Main address +done +\d+\.\d+\.\d+\.\d+/);
  deck.press('Enter');
  await site.form('Set the main address', {
    'network interface': other?.interfaceName ?? '',
    address,
  });
  await deck.see(/this console may lose its connection/);
  await site.confirm('yes');
  await deck.see((text) => /1 Main address +done +/.test(text) && text.includes(` ${address} `));
  expect((await api.listInterfaces()).currentIp).toBe(address);

  deck.press('Down', 'Enter');
  await deck.see(/Create the cluster[^]*first monitors[^]*stor-01/);
  await site.form('Create the cluster', {});
  await deck.see(/this service manages a cluster already/);
  await site.confirm('create the cluster');
  await deck.see(/already manages a cluster/);
  deck.press('Esc');
  await deck.seeNo(/Create the cluster on/);

  deck.press('G', 'Enter');
  await deck.see(/Configuration backups[^]*backups +✓ on/);
  deck.press('Esc');
  await deck.see(/▌✓ 4 Switch backups on/);
  expect((await deck.audited(2)).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    'setMainIp ok',
    'createCluster failed',
  ]);
});

test(
  'the setup turns servers with empty disks into a cluster with an OSD',
  { timeout: 180_000 },
  async () => {
    await using site = await Site.open(['--scenario', 'new', '--scale', '15']);
    const { deck, api } = site;
    await deck.see(/HEALTH_UNKNOWN[^]*NO_CLUSTER +there is no cluster yet/);
    await deck.see(/DO +:setup creates one/);

    await deck.command('setup');
    await deck.see(/▌✓ 1 Main address[^]*▲ 2 Create a cluster +to do +3 servers can be monitors/);
    deck.press('Down', 'Enter');
    await site.form('Create the cluster', { 'first monitors': 'stor-02' });
    await deck.see(/with one monitor the cluster stops when that server does/);
    await site.confirm('create the cluster');
    await deck.seeNo(/Create the cluster on/);
    await site.idle();
    await deck.see(/▌✓ 2 Create a cluster +done +cluster[^]* [0-9a-f]{8}-[0-9a-f-]{27} /);
    expect((await api.listTasks()).data).toMatchObject([{ name: 'Create cluster', state: 'FINISHED' }]);
    const monitors = (await api.listDisks()).filter(({ role }) => role === 'mon');
    expect(monitors).toMatchObject([{ hostname: 'stor-02', daemonRunning: true }]);

    await deck.see(/▲ 3 Make OSDs +to do +no OSD yet/);
    deck.press('Down', 'Down', 'Down');
    await deck.see(/▌▲ 3 Make OSDs/);
    deck.press('Enter');
    await deck.see(/Disks and OSDs +\/role:unassigned[^]*▌✓ stor-01 +sda/);
    deck.press('n');
    await site.form('Create an OSD on stor-01:sda', {});
    await site.confirm('stor-01:sda');
    await deck.seeNo(/Create an OSD on/);
    await site.idle();
    expect((await api.getCrushMap()).nodes).toContainEqual(
      expect.objectContaining({ name: 'osd.0', type: 'OSD', status: 'UP' }),
    );
    const { storeStatus } = await api.getClusterStatus();
    expect(Object.keys(storeStatus?.health?.checks as object)).toEqual(['TOO_FEW_OSDS']);
    deck.press('Esc');
    await deck.see(/▶ Setup/);
    deck.press('Esc');
    await deck.see(/HEALTH_WARN[^]*TOO_FEW_OSDS[^]*OSD count 1/);
    await deck.see(/CRUSH tree[^]*default/);
    await deck.command('setup');
    await deck.see(/✓ 3 Make OSDs +done +OSDs of the class hdd/);
    expect((await deck.audited(2)).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'createCluster ok',
      'updateServerDisk ok',
    ]);
  },
);
