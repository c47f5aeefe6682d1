import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';
import { Session } from './steps.ts';

const context = (name: string, { url, tokenFile }: Service): string =>
  [`[contexts.${name}]`, `url = "${url}"`, `token-file = "${tokenFile}"`, ''].join('\n');

test('the health of all clusters is in sight, and the console goes from one to another', async () => {
  using calmHome = new Home();
  using hurtHome = new Home();
  await using calm = await Service.start(calmHome, [
    '--engine',
    'sim',
    '--scenario',
    'calm',
    '--scale',
    '12',
  ]);
  await using hurt = await Service.start(hurtHome, ['--engine', 'sim', '--scenario', 'osd-down']);
  const folder = join(calmHome.folder, 'storedeck-config');
  mkdirSync(folder);
  const file = join(folder, 'config.toml');
  const text = ['current-context = "quiet"', '', context('quiet', calm), context('loud', hurt)].join('\n');
  writeFileSync(file, text, { mode: 0o600 });

  await using deck = new Session(['--config', file], { cols: 120, rows: 30 });
  await deck.see(/ quiet +HEALTH_OK/);
  await deck.see(/▲ loud/);
  await deck.command('ctx');
  await deck.see(/Clusters[^]*quiet +here +HEALTH_OK[^]*loud +HEALTH_WARN/);
  await deck.command('ctx loud');
  await deck.see(/^ loud +HEALTH_WARN/m);
  await deck.see(/✓ quiet/);
  await deck.command('ctx nowhere');
  await deck.see(/There is no context nowhere; there are: quiet, loud/);
  deck.press('q', 'y');
  expect(await deck.screen.exit).toMatchObject({ code: 0 });
});
