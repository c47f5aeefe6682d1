import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

export const healthMuteTests: SectionTests = (site) => {
  test('a muted check does not affect the health until it is unmuted', async () => {
    const { api } = site();
    const code = 'OSDMAP_FLAGS';
    const status = async () => (await api.getClusterStatus()).storeStatus?.health?.status;
    await api.setFlag({ params: { flag: 'noout' } });
    await site().eventually(status, (now) => now === 'HEALTH_WARN');
    await api.muteHealthCheck({ body: { code, seconds: 3600, sticky: false } });
    await site().eventually(status, (now) => now === 'HEALTH_OK');
    const { mutes = [], checks } = await api.getClusterStatusDetail();
    expect(checks).toMatchObject({ [code]: { muted: true } });
    const mute = mutes.find((one) => one.code === code);
    expect(mute?.sticky).toBe(false);
    const left = (Date.parse(mute?.ttl ?? '') - Date.now()) / 1000;
    expect(left).toBeGreaterThan(3000);
    expect(left).toBeLessThan(3700);
    await api.unmuteHealthCheck({ query: { code } });
    await site().eventually(status, (now) => now === 'HEALTH_WARN');
    await api.unsetFlag({ params: { flag: 'noout' } });
    await site().eventually(status, (now) => now === 'HEALTH_OK');
  });

  test('a check that is not raised can only be muted with a sticky mute', async () => {
    const { api } = site();
    const code = 'OSD_NEARFULL';
    await site().declines('muteHealthCheck', 409, /not raised/, { body: { code } });
    await api.muteHealthCheck({ body: { code, sticky: true } });
    const codes = async () => (await api.getClusterStatusDetail()).mutes?.map((mute) => mute.code);
    await site().eventually(codes, (now = []) => now.includes(code));
    await api.unmuteHealthCheck({ query: { code } });
    await site().eventually(codes, (now = []) => !now.includes(code));
  });

  test('an invalid health code is neither muted nor unmuted', async () => {
    await site().declines('muteHealthCheck', 400, /code/, { body: { code: 'osd down' } });
    await site().declines('unmuteHealthCheck', 400, /code/, { query: { code: '' } });
  });
};
