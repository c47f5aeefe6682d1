import { escaped } from '../../store/filter/pattern.ts';
import type { CheckNames } from './checkNames.ts';

/** More of a kind than this in one filter say nothing any more. */
const MOST = 500;

/** A part of a filter's expression, in which a space would end the word. */
const part = (text: string): string => escaped(text).replaceAll(/\s/g, '\\s').replaceAll('"', '\\x22');

/** One of several; nothing where there are none. */
const anyOf = (texts: readonly string[], before = '', after = ''): string[] =>
  texts.length === 0 ? [] : [`${before}(${texts.slice(0, MOST).map(part).join('|')})${after}`];

/** A daemon is `osd.3`, in its unit `osd@3`, and elsewhere `osd 3`. */
function daemonParts(daemons: readonly string[]): string[] {
  const kinds = Map.groupBy(daemons, (name) => name.slice(0, name.indexOf('.')));
  return [...kinds].flatMap(([kind, names]) =>
    anyOf(
      names.map((name) => name.slice(kind.length + 1)),
      `${kind}[.@\\s]`,
    ),
  );
}

/** The expression that finds the log lines on a check: its code, and all that it is about. */
export function checkPattern(code: string, names: CheckNames): string {
  const { buckets, hosts, kernels, daemons, pools, pgs, words } = names;
  const parts = [
    ...[code, ...words, ...buckets, ...hosts].slice(0, MOST).map(part),
    ...anyOf(kernels, '', '\\skernel'),
    ...daemonParts(daemons),
    ...anyOf(pools, "pool\\s'?"),
  ];
  return [`\\b(${parts.join('|')})\\b`, ...anyOf(pgs, '[\\s[]', '[\\ss(]')].join('|');
}
