import { describe, expect, test } from 'vitest';
import { openDemo } from './steps.ts';

describe('the first minute of an incident', () => {
  test('the deck names the failed OSD and its host before any key is pressed', async () => {
    await using deck = await openDemo('osd-down');
    const text = await deck.see(/WHERE osd\.11 down on host stor-03/);
    expect(text).toMatch(/HEALTH_WARN/);
    expect(text).toMatch(/OSD_DOWN +1 osds down/);
    expect(deck.lines(/✗ stor-03 +osd\.11 .*DOWN in/)).toHaveLength(1);
  });

  test('three keys lead to all that is known of it', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('3', 'Enter', 'd');
    const text = await deck.see(/osd\.11 on stor-03/);
    expect(text).toMatch(/status +DOWN in/);
    expect(text).toMatch(/Why it stands here: down and in/);
  });

  test('its log lines are a command away, and read in full', async () => {
    await using deck = await openDemo('osd-down');
    await deck.command('logs osd.11');
    await deck.see(/osd\.11 failed/);
    deck.press('d');
    await deck.see(/cluster \[INF\] osd\.11 failed \(root=default,rack=rack1,host=stor-03\)/);
  });

  test('a host that is down is told from five disks that failed', async () => {
    await using deck = await openDemo('host-down', { cols: 120, rows: 36 });
    await deck.see(/WHERE 5\/5 down OSDs on host stor-07/);
    await deck.see(/OSD_HOST_DOWN/);
  });

  test('a check says what it means and what to do first', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('G', 'd');
    await deck.see(/OSD_DOWN[^]*What it means[^]*First remedy[^]*Detail \(1\)[^]*osd\.11/);
  });

  test('recovery is seen to make progress', async () => {
    await using deck = await openDemo('recovery', { cols: 160, rows: 48 });
    const degraded = (text: string) => Number(/redundancy: (\d+)\//.exec(text)?.[1]);
    const before = degraded(await deck.see(/redundancy: \d+\//));
    const after = degraded(await deck.see((text) => degraded(text) < before));
    expect(after).toBeLessThan(before);
  });
});
