const DECIMAL = /^\s*[-+]?\d+(\.\d+)?(e[-+]?\d+)?\s*$/i;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const ISO_DURATION = /^(-?)PT(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?\d+(?:\.\d+)?)S)?$/;

/**
 * The number in a text that a server sent instead of a number: a decimal, or one of the ISO 8601 forms that newer servers
 * send, where a time becomes Unix seconds and a duration becomes seconds.
 */
export function numberIn(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text);
  if (ISO_TIME.test(text)) {
    const seconds = Date.parse(text) / 1000;
    return Number.isNaN(seconds) ? undefined : seconds;
  }
  const [duration, sign, hours, minutes, seconds] = ISO_DURATION.exec(text) ?? [];
  if (duration === undefined) return undefined;
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sign === '-' ? -total : total;
}
