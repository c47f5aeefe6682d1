import type { Section } from '../../engine.ts';
import { settingLine } from '../../log/settingLine.ts';
import type { FireHooks } from '../hooks/events.ts';
import { logManagement } from '../log/write.ts';
import type { Site } from '../networks/site.ts';
import type { Configuration } from './configuration.ts';
import { hasEffect } from './effects.ts';
import { clientConf, keyring, settingsConf } from './files.ts';

const ADMIN = ['mds', 'mgr', 'mon', 'osd'].map(
  (daemon) => [daemon, daemon === 'mds' ? 'allow' : 'allow *'] as const,
);

/** Handlers of the settings. A setting without an effect on the simulation is stored, and the log says so. */
export const configHandlers = (site: Site, configuration: Configuration, fire: FireHooks) => {
  const { model } = site;

  function changed(name: string, value: unknown): void {
    const note = hasEffect(name) ? '' : ': the simulated cluster stores it, but it has no effect';
    logManagement(model, 'notice', settingLine(name, value) + note);
    fire('PostConfigChanged', { SETTING: name });
  }

  return {
    getAvailableSettings: () => configuration.available(),
    listSettings: () => configuration.changed(),
    changeSetting({ body: { name, value } }) {
      configuration.change(name, value);
      changed(name, value.value);
    },
    resetSetting({ body: { name } }) {
      configuration.reset(name);
      changed(name, null);
    },
    downloadClientConfig: () => ({
      fileName: 'ceph.conf',
      fileContents: [clientConf(site), keyring(model.fsid, 'client', [])].join('\n'),
    }),
    downloadFullConfig: () => ({
      fileName: 'ceph-full.conf',
      fileContents: [
        clientConf(site),
        settingsConf(configuration.changed()),
        keyring(model.fsid, 'admin', ADMIN),
      ].join('\n'),
    }),
  } satisfies Section;
};
