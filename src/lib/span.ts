const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Parses a time span such as `90s`, `10m`, `2h` or `7d` into seconds; a bare number is seconds. Undefined if it is
 * malformed.
 */
export function parseSpan(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d{1,6})([smhd])?$/.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] ?? 1);
}
