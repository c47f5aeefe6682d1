import type { Setting } from '../../api/contract/config.ts';

/**
 * The value of a setting for daemons of a kind. The section of that kind (`mon:mon_osd_down_out_interval`) takes precedence over
 * the value for all daemons; those of single daemons are left out, as it is not known whose counts.
 */
export const settingValue = (settings: readonly Setting[], kind: 'mon' | 'osd', name: string): unknown => {
  const of = (wanted: string) => settings.find((setting) => setting.name === wanted)?.value?.value;
  return of(`${kind}:${name}`) ?? of(name);
};
