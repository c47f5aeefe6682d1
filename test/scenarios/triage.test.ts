import { describe, expect, test } from 'vitest';
import { openDemo } from './steps.ts';

describe('first minute of an incident', () => {
  test('the deck names the failed OSD and its host before any key is pressed', async () => {
    await using deck = await openDemo('osd-down');
    const text = await deck.see(/CAUSE the daemon of +[^]*osd\.11 on stor-03/);
    expect(text).toMatch(/HEALTH_WARN/);
    expect(text).toMatch(/OSD_DOWN +1 osds down/);
    expect(deck.lines(/✗ stor-03 +osd\.11 .*DOWN in/)).toHaveLength(1);
  });

  test('three keys lead to all details of the failed OSD', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('3', 'Enter', 'd');
    // The deck names it as the cause, too.
    const text = await deck.see(/status +DOWN in/);
    expect(text).toMatch(/osd\.11 on stor-03/);
    expect(text).toMatch(/Problems: down and in/);
  });

  test('one command leads to the log lines of the failed OSD, which are shown in full', async () => {
    await using deck = await openDemo('osd-down');
    await deck.command('logs osd.11');
    await deck.see(/osd\.11 failed/);
    deck.press('d');
    await deck.see(/cluster \[INF\] osd\.11 failed \(root=default,rack=rack1,host=stor-03\)/);
  });

  test('the deck distinguishes a down host from five failed disks', async () => {
    await using deck = await openDemo('host-down', { cols: 120, rows: 36 });
    await deck.see(/CAUSE stor-07 does not answer: 5 OSDs/);
    await deck.see(/OSD_HOST_DOWN/);
  });

  test('a health check shows its meaning and the first remedy', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('G', 'd');
    await deck.see(/OSD_DOWN[^]*What it means[^]*First remedy[^]*Detail \(1\)[^]*osd\.11/);
  });

  test('the deck shows the progress of recovery', async () => {
    await using deck = await openDemo('recovery', { cols: 160, rows: 48 });
    const degraded = (text: string) => Number(/redundancy: (\d+)\//.exec(text)?.[1]);
    const before = degraded(await deck.see(/redundancy: \d+\//));
    const after = degraded(await deck.see((text) => degraded(text) < before));
    expect(after).toBeLessThan(before);
  });
});
