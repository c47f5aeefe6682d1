import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';
import { Session } from './steps.ts';

const context = (name: string, { url, tokenFile }: Service): string =>
  [`[contexts.${name}]`, `url = "${url}"`, `token-file = "${tokenFile}"`, ''].join('\n');

test('the health of all clusters is shown, the worst first with its cause, and the console switches between them', async () => {
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
  await deck.see(/Clusters[^]*loud +HEALTH_WARN .*osd\.\d+[^]*quiet +here +HEALTH_OK/);
  await deck.command('ctx loud');
  await deck.see(/^ loud +HEALTH_WARN/m);
  await deck.see(/✓ quiet/);
  await deck.command('ctx nowhere');
  await deck.see(/There is no context nowhere; choose one of: quiet, loud/);
  deck.press('q', 'y');
  expect(await deck.screen.exit).toMatchObject({ code: 0 });
});

test('a token in the environment is sent only to the cluster it was given for', async () => {
  using calmHome = new Home();
  using hurtHome = new Home();
  await using calm = await Service.start(calmHome, ['--engine', 'sim', '--scenario', 'calm']);
  await using hurt = await Service.start(hurtHome, ['--engine', 'sim', '--scenario', 'osd-down']);
  const file = join(calmHome.folder, 'config.toml');
  const quiet = ['[contexts.quiet]', `url = "${calm.url}"`, ''].join('\n');
  const text = ['current-context = "quiet"', '', quiet, context('loud', hurt)].join('\n');
  writeFileSync(file, text, { mode: 0o600 });

  const env = { STOREDECK_TOKEN: readFileSync(calm.tokenFile, 'utf8').trim() };
  await using deck = new Session(['--config', file], { cols: 120, rows: 30, env });
  await deck.see(/ quiet +HEALTH_OK/);
  await deck.command('ctx loud');
  await deck.see(/^ loud +HEALTH_WARN/m);
  await deck.command('ctx quiet');
  await deck.see(/^ quiet +HEALTH_OK/m);
});

test('a cluster without its token is connected once the token is available', async () => {
  using home = new Home();
  await using hurt = await Service.start(home, ['--engine', 'sim', '--scenario', 'osd-down']);
  const [file, late] = [join(home.folder, 'config.toml'), join(home.folder, 'late')];
  const quiet = ['[contexts.quiet]', `url = "${hurt.url}"`, `token-file = "${hurt.tokenFile}"`, ''].join(
    '\n',
  );
  const loud = ['[contexts.loud]', `url = "${hurt.url}"`, `token-file = "${late}"`, ''].join('\n');
  writeFileSync(file, `current-context = "quiet"\n${quiet}${loud}`, { mode: 0o600 });

  await using deck = new Session(['--config', file], { cols: 120, rows: 30 });
  await deck.see(/loud/);
  copyFileSync(hurt.tokenFile, late);
  chmodSync(late, 0o600);
  await deck.see(/▲ loud/);
});
