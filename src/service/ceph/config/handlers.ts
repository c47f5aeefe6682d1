import { ifRefused, type Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { notSet } from '../../rules/settings.ts';
import { SETTINGS_FOR_MS, type AnswerAge, type Ceph } from '../client/ceph.ts';
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

/** Options change only with the version of Ceph. */
const HELP_FOR_MS = 3_600_000;

/**
 * Handles the settings in the monitors' configuration database; configuration files on servers are not read.
 * @param client the entity whose key the full configuration file contains
 */
export function configHandlers(ceph: Ceph, client: string) {
  const dump = (age?: AnswerAge) => ceph.read<ConfigEntry[]>({ prefix: 'config dump' }, age);
  const help = () => ceph.options<OptionHelp>();
  /** Reads the descriptions of the options that are set: those of all take two thousand commands. */
  const helpFor = async (entries: readonly ConfigEntry[]): Promise<OptionHelp[]> => {
    const keys = [...new Set(entries.map(({ name }) => name))];
    const read = (key: string) =>
      ceph
        .read<OptionHelp>({ prefix: 'config help', key }, { forMs: HELP_FOR_MS })
        .catch(ifRefused(() => undefined, 404));
    return (await Promise.all(keys.map(read))).filter((option) => option !== undefined);
  };
  const minimalConf = () => ceph.readText({ prefix: 'config generate-minimal-conf' });
  return {
    getAvailableSettings: async () => availableSettings(...(await Promise.all([help(), dump()]))),
    async listSettings() {
      const entries = await dump({ forMs: SETTINGS_FOR_MS });
      return settings(entries, await helpFor(entries));
    },

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
