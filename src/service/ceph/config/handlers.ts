import type { Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { notSet } from '../../rules/settings.ts';
import type { Ceph } from '../ceph.ts';
import {
  availableSettings,
  parseSettingName,
  settingName,
  settings,
  settingsFile,
  settingText,
  type ConfigEntry,
  type OptionHelp,
} from './read.ts';

/**
 * Handles the settings in the monitors' configuration database; configuration files on servers are not read.
 * @param client the entity whose key the full configuration file contains
 */
export function configHandlers(ceph: Ceph, client: string) {
  const dump = () => ceph.read<ConfigEntry[]>({ prefix: 'config dump' });
  const help = () => ceph.options<OptionHelp>();
  const minimalConf = () => ceph.readText({ prefix: 'config generate-minimal-conf' });
  return {
    getAvailableSettings: async () => availableSettings(...(await Promise.all([help(), dump()]))),
    listSettings: async () => settings(...(await Promise.all([dump(), help()]))),

    changeSetting: ({ body: { name, value } }) =>
      ceph.write({ prefix: 'config set', ...parseSettingName(name), value: settingText(value) }),
    async resetSetting({ body: { name } }) {
      // `config rm` succeeds for a setting that is not set.
      if (!(await dump()).some((entry) => settingName(entry) === name)) throw refusal(notSet(name));
      await ceph.write({ prefix: 'config rm', ...parseSettingName(name) });
    },

    downloadClientConfig: async () => ({ fileName: 'ceph.conf', fileContents: await minimalConf() }),
    async downloadFullConfig() {
      const [conf, entries, keyring] = await Promise.all([
        minimalConf(),
        dump(),
        ceph.readText({ prefix: 'auth get', entity: client }),
      ]);
      return { fileName: 'ceph-full.conf', fileContents: [conf, settingsFile(entries), keyring].join('\n') };
    },
  } satisfies Section;
}
