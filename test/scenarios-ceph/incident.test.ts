import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GUARD_MS } from '../../src/store/action/flow.ts';
import { TestCluster } from '../ceph/cluster.ts';
import { Service } from '../support/service.ts';
import { Home, startStoredeck } from '../support/storedeck.ts';

const TIMEOUT = 60_000;
/** A dialog ignores keys that arrive right after it opened (GUARD_MS), because they were meant for something else. */
const AFTER_GUARD_MS = GUARD_MS + 100;

let cluster: TestCluster;
let home: Home;
let service: Service;

beforeAll(async () => {
  home = new Home();
  cluster = await TestCluster.create();
  service = await Service.start(home, ['--engine', 'ceph', '--conf', cluster.conf]);
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await cluster?.destroy();
  home?.[Symbol.dispose]();
});

it('the deck shows a real OSD fail, sets noout during the repair, and shows the cluster heal', async () => {
  await using console = startStoredeck(home, service.reach, { cols: 160, rows: 48 });
  await console.until(/HEALTH_OK/, TIMEOUT);
  await console.until(/4\/4 up/, TIMEOUT);

  await cluster.killOsd(1);
  await console.until(/OSD_DOWN\s+1 osds down/, TIMEOUT);
  await console.until(/CAUSE\s+the daemon of osd\.1 on node2/, TIMEOUT);
  await console.until(/node2[^\n]*host\s+0\/1 up/, TIMEOUT);
  await console.until(/PG_DEGRADED/, TIMEOUT);
  await console.until(/osd\.1 failed/, TIMEOUT);

  console.type(':set noout');
  console.press('Enter');
  await console.until(/PUT \/maintenance\/flags\/noout\/set/);
  await console.until(/Type yes and press Enter/, TIMEOUT);
  await setTimeout(AFTER_GUARD_MS);
  console.type('yes');
  await console.until(/> yes/);
  console.press('Enter');
  await console.until(/Set flag noout: done/, TIMEOUT);
  await console.until(/FLAGS\s+noout on/, TIMEOUT);
  expect(await cluster.ceph('osd', 'dump')).toMatch(/^flags .*noout/m);

  await cluster.startOsd(1);
  await console.until(/4\/4 up/, TIMEOUT);
  await console.until((text) => !/OSD_DOWN|PG_DEGRADED/.test(text), TIMEOUT);

  console.type(':unset noout');
  console.press('Enter');
  await console.until(/Press y to go ahead/, TIMEOUT);
  await setTimeout(AFTER_GUARD_MS);
  console.press('y');
  await console.until(/Unset flag noout: done/, TIMEOUT);
  await console.until(/HEALTH_OK/, TIMEOUT);
  expect(await cluster.ceph('osd', 'dump')).not.toMatch(/^flags .*noout/m);
});
