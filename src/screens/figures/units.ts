import { decimal } from '../../lib/decimal.ts';
import { bytes, count, duration, rate } from '../../lib/format.ts';

type NumberFormat = (value: number) => string;

const suffixed =
  (suffix: string): NumberFormat =>
  (value) =>
    `${count(value)}${suffix}`;

/** Formats microseconds in the usual unit; ASCII has no sign for micro. */
const micros =
  (unicode: boolean): NumberFormat =>
  (value) => {
    if (Math.abs(value) < 1000) return `${value.toFixed(0)}${unicode ? 'µs' : 'us'}`;
    return Math.abs(value) < 1e6 ? `${decimal(value / 1e3, 1)}ms` : `${decimal(value / 1e6, 1)}s`;
  };

const small: NumberFormat = (value) =>
  Math.abs(value) < 10 && !Number.isInteger(value) ? decimal(value, 2) : count(value);

/** The format of a graph's values, by the unit of its axis; values of an unknown unit are plain numbers. */
export function formatOf(unit: string | undefined, unicode: boolean): NumberFormat {
  switch (unit ?? 'NONE') {
    case 'IOPS':
      return suffixed(' IOPS');
    case 'BYTES_PER_SECOND':
      return rate;
    case 'BITS_PER_SECOND':
      return suffixed('bit/s');
    case 'OBJECTS_PER_SECOND':
      return suffixed(' obj/s');
    case 'OBJECTS':
      return suffixed(' obj');
    case 'BYTES':
      return bytes;
    case 'SECONDS':
      return (value) => (Math.abs(value) < 10 ? `${decimal(value, 1)}s` : duration(value));
    case 'MICROSECONDS':
      return micros(unicode);
    case 'PERCENT':
      return (value) => `${value < 10 && !Number.isInteger(value) ? decimal(value, 1) : value.toFixed(0)}%`;
    default:
      return small;
  }
}

/** True if a unit has steps of 1024. */
export const isBinary = (unit: string | undefined): boolean =>
  unit === 'BYTES' || unit === 'BYTES_PER_SECOND';
