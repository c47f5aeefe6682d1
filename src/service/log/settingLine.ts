/** Values that are shown: numbers, switches and the profiles of `osd_mclock_profile`. Any other may be a secret. */
const SHOWN = /^(?:-?\d+(?:\.\d+)?|true|false|balanced|custom|high_client_ops|high_recovery_ops)$/;

/**
 * The log line about a changed setting: `setting osd_max_backfills changed to 4`.
 * @param value the new value; undefined or null if the setting returned to its default
 */
export function settingLine(name: string, value: unknown): string {
  if (value === undefined || value === null) return `setting ${name} returned to its default`;
  const text = JSON.stringify(value).replaceAll('"', '');
  // Ceph fills numbers up with zeros.
  const shown = SHOWN.test(text) ? ` to ${text.replace(/\.0+$|(\.\d*?)0+$/, '$1')}` : '';
  return `setting ${name} changed${shown}`;
}
