import type { Environment } from './environment.ts';

/**
 * The character between the whole and the fraction of a number. Locales with another one than these keep the point: it
 * may not exist in ASCII, or come with digits of its own.
 */
type Mark = '.' | ',';

/**
 * The mark of the numbers that people read. This is the only state of a module that changes what others return, as some
 * hundred pure functions write numbers. It is set at the start of the program, and by tests, which set it back; `plainly`
 * makes it a point during one synchronous call.
 */
let mark: Mark = '.';

/** The decimal mark of the locale for numbers, by LC_ALL, LC_NUMERIC and LANG in the precedence that POSIX defines. */
function decimalMark({ LC_ALL, LC_NUMERIC, LANG }: Environment): Mark {
  const [name = ''] = (LC_ALL || LC_NUMERIC || LANG || '').split(/[.@]/, 1);
  // Neither C nor POSIX is a language. English is never looked up: South Africa writes its numbers with a comma.
  if (!/^[a-z]{2,3}(?:_|$)/i.test(name) || /^en(?:_|$)/i.test(name)) return '.';
  try {
    const [tag] = Intl.NumberFormat.supportedLocalesOf(name.replaceAll('_', '-'));
    const parts = tag === undefined ? [] : new Intl.NumberFormat(tag).formatToParts(1.5);
    return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
  } catch {
    // The name of the locale is malformed.
    return '.';
  }
}

/** Makes the numbers that people read those of the environment's locale; called once, at the start of the program. */
export function setLocale(environment: Environment): void {
  mark = decimalMark(environment);
}

/** The result of a synchronous function; `never` if it is a promise, so that an asynchronous function does not compile. */
type Synchronous<Result> = Result & (Result extends PromiseLike<unknown> ? never : unknown);

/**
 * Calls a function whose texts are copied, saved or sent: numbers in them have a point in every locale. The function must
 * be synchronous: the mark is set back when it returns, so that an asynchronous one would write later numbers with it.
 */
export function plainly<Result>(make: () => Synchronous<Result>): Result {
  const before = mark;
  mark = '.';
  try {
    return make();
  } finally {
    mark = before;
  }
}

/** A number with a fixed number of decimals: `3.2`, in the operator's locale `3,2`. */
export const decimal = (value: number, digits: number): string => value.toFixed(digits).replace('.', mark);

/** A number with all its decimals: `0.85`, in the operator's locale `0,85`. */
export const exact = (value: number): string => String(value).replace('.', mark);

/** Matches the numbers that `format.ts` writes into a sentence; versions and addresses have no such units. */
const WITH_UNIT = /(?<![\w.,:/-])(\d+)\.(\d)(?=(?:[kMGTP]| [KMGTPE]iB| times)(?!\w))/g;

/** A sentence that was made with plain numbers, such as one of the diagnosis, with those of the operator's locale. */
export const inLocale = (sentence: string): string =>
  mark === '.' ? sentence : sentence.replace(WITH_UNIT, `$1${mark}$2`);

/**
 * A typed or shown number with a decimal point, if it has the mark of the operator's locale instead: `1.5T` for `1,5T`.
 * Other texts are returned as they are, also those with several commas.
 */
export const withPoint = (text: string): string =>
  mark === '.' ? text : text.replace(/^([^.,]*\d),(\d[^.,]*)$/, '$1.$2');
