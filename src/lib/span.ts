const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A span such as `90s`, `10m`, `2h` or `7d`, in seconds. */
export function parseSpan(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d{1,6})([smhd])?$/.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] ?? 1);
}
