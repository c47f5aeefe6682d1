import type { LogEvent } from '../../api/contract/logs.ts';
import { duration } from '../../lib/format.ts';
import type { Look, Role } from '../../lib/look.ts';
import { atMost, fit, visible, width, wrap } from '../../lib/text.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { Range } from '../../store/filter/pattern.ts';
import type { LogColumn, LogFilter } from '../../store/log/filter.ts';
import { PRIORITY_WORDS } from '../../store/log/priority.ts';

const LOOKS: Readonly<Record<(typeof PRIORITY_WORDS)[number], readonly [letter: string, Role]>> = {
  emergency: ['X', 'danger'],
  alert: ['A', 'danger'],
  critical: ['C', 'error'],
  error: ['E', 'error'],
  warning: ['W', 'warn'],
  notice: ['N', 'text'],
  info: ['I', 'text'],
  debug: ['D', 'dim'],
};

/** Syslog priorities, from 0 on, as one letter, a word and a role. */
const PRIORITIES: readonly { readonly letter: string; readonly word: string; readonly role: Role }[] =
  PRIORITY_WORDS.map((word) => ({ word, letter: LOOKS[word][0], role: LOOKS[word][1] }));

const UNKNOWN = { letter: '?', word: 'unknown', role: 'text' } as const;

/** The sign of a priority; a question mark for a line without one or with one that syslog does not have. */
export const priorityOf = (event: LogEvent) => PRIORITIES[event.p ?? -1] ?? UNKNOWN;

/** Paints the parts of `text` that a filter found. */
function highlighted(look: Look, text: string, ranges: readonly Range[], role: Role): string {
  let result = '';
  let at = 0;
  for (const [start, end] of ranges) {
    result += look.paint(role, text.slice(at, start)) + look.paint('match', text.slice(start, end));
    at = end;
  }
  return result + look.paint(role, text.slice(at));
}

interface LineOptions {
  readonly width: number;
  readonly filter: LogFilter;
  readonly host: string;
  readonly selected: boolean;
  readonly marked: boolean;
  /** Hardly another line that is held says the same. */
  readonly rare: boolean;
  /** The text in the place of the time: as wide in each line. */
  readonly time: string;
  /** The number of lines that this one stands for, and the time between the first and the newest of them. */
  readonly repeats: { readonly count: number; readonly seconds: number };
  /** Goes on in further lines, so many in all, before it is cut. */
  readonly most: number;
}

/** Rows of so many columns have room for the time that repeats took. */
const ROOMY = 110;

/** The number of repeats; where there is room, in what time. */
function repeatsText(look: Look, { repeats: { count, seconds }, width: columns }: LineOptions): string {
  if (count < 2) return '';
  const times = `${look.unicode ? '×' : 'x'}${count}`;
  return ` ${columns < ROOMY || seconds < 1 ? times : `${times} in ${duration(seconds)}`}`;
}

/** One log line: time, server, service, priority, message; each of its lines exactly as wide as asked. */
export function logLine({ look }: Shown, event: LogEvent, options: LineOptions): string[] {
  const clean = (text: string) => visible(text, look.unicode);
  const { letter, role } = priorityOf(event);
  const { ellipsis } = look.glyphs;
  const found = (column: LogColumn, shown: string, own: Role) =>
    highlighted(look, shown, options.filter.ranges(column, shown), own);
  const signs = options.marked ? look.glyphs.marked : options.rare ? look.glyphs.rare : ' ';
  const sign = options.selected ? look.glyphs.cursor : signs;
  const pointer = sign === ' ' ? sign : look.paint('accent', sign);
  const wide = options.width >= 70;
  const host = wide ? `${fit(clean(options.host), 10, 'left', ellipsis)} ` : '';
  const service = found('service', fit(clean(event.s ?? ''), wide ? 9 : 7, 'left', ellipsis), 'text');
  const message = clean(event.m ?? '');
  const time = options.time === '' ? '' : `${found('time', options.time, 'dim')} `;
  const head = `${pointer}${time}${found('server', host, 'dim')}${service} ${look.paint(role, letter)} `;
  const text = head + found('message', message, role === 'danger' ? 'error' : role);
  const repeats = repeatsText(look, options);
  const told = repeats === '' ? '' : look.paint('strong', repeats);
  if (options.most <= 1) return [fit(text, options.width - width(repeats), 'left', ellipsis) + told];
  // Further lines stand under the message where that has half of the width.
  const indent = width(head) * 2 <= options.width ? width(head) : 0;
  const apart = indent === 0 ? '' : head;
  return atMost(wrap(text.slice(apart.length) + told, options.width - indent), options.most).map(
    (line, index) => {
      const before = index === 0 ? apart : ' '.repeat(indent);
      return fit(before + line, options.width, 'left', ellipsis);
    },
  );
}
