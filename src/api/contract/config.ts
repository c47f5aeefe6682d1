import { type Static, Type } from 'typebox';
import { body, choice, operation, shape, word } from '../operation.ts';
import { name, SecretDownload } from './shapes.ts';

export const SETTING_TYPES = ['STRING', 'INT', 'DOUBLE', 'BOOL', 'TEXT_FILE'] as const;
/** The units of numeric settings; other settings have no unit. */
export const SETTING_UNITS = ['BYTES', 'SECONDS'] as const;

/** A value of the type in `type`: text, number or boolean. */
export const SettingValue = shape({ type: word(SETTING_TYPES), value: Type.Unknown() });
export type SettingValue = Static<typeof SettingValue>;

/** A setting of the cluster with its value and its default (interface, "Configuration setting"). */
export const Setting = shape({
  name: Type.String(),
  value: SettingValue,
  description: Type.String(),
  unit: word(SETTING_UNITS),
  default: SettingValue,
  seeAlso: Type.Array(Type.String(), { description: 'names of related settings' }),
});
export type Setting = Static<typeof Setting>;

/** The section "config": settings of the cluster, and configuration files to download. */
export const config = {
  getAvailableSettings: operation({
    method: 'GET',
    path: '/config/available',
    summary: 'Every setting that can be made, by name',
    tier: 'read',
    // The interface document does not define the format; known servers return settings by name.
    reply: Type.Record(Type.String(), Setting),
  }),
  listSettings: operation({
    method: 'GET',
    path: '/config',
    summary: 'Settings that have been changed',
    tier: 'read',
    reply: Type.Array(Setting),
  }),
  changeSetting: operation({
    method: 'PUT',
    path: '/config',
    summary: 'Change a setting',
    tier: 'disruptive',
    body: body({
      name: name('name of the setting', 'setting'),
      value: body({
        type: Type.Optional(choice(SETTING_TYPES)),
        value: Type.Unknown({ description: 'text, a number or a boolean, depending on the type' }),
      }),
    }),
  }),
  resetSetting: operation({
    method: 'DELETE',
    path: '/config',
    summary: 'Return a setting to its default',
    tier: 'disruptive',
    body: body({ name: name('name of the setting', 'setting') }),
  }),
  downloadClientConfig: operation({
    method: 'GET',
    path: '/config/download/client',
    summary: 'Configuration file for clients',
    tier: 'read',
    reply: SecretDownload,
  }),
  downloadFullConfig: operation({
    method: 'GET',
    path: '/config/download/full',
    summary: 'Full configuration file, with keys',
    tier: 'read',
    reply: SecretDownload,
  }),
} as const;
