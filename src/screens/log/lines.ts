import type { LogEvent } from '../../api/contract/logs.ts';
import { duration } from '../../lib/format.ts';
import type { Look, Role } from '../../lib/look.ts';
import { fit, visible, width, wrap } from '../../lib/text.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { Range } from '../../store/filter/pattern.ts';
import type { LogColumn, LogFilter } from '../../store/log/filter.ts';
import { priorityOf, timesText } from '../logLines/words.ts';

/** Highlights the matches of a filter in `text`. */
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
  /** Set if hardly any other loaded line says the same. */
  readonly rare: boolean;
  /** The text of the time column, of the same width in each line. */
  readonly time: string;
  /** The number of lines folded into this one, and the seconds between the first and the newest of them. */
  readonly repeats: { readonly count: number; readonly seconds: number };
  /** The most screen lines before it is cut. */
  readonly most: number;
}

/** The smallest width at which rows show the duration of repeats. */
const ROOMY = 110;

/** The number of lines in a row, with their duration if there is room. */
function repeatsText(look: Look, { repeats: { count, seconds }, width: columns }: LineOptions): string {
  const times = timesText(look, count);
  return times === '' || columns < ROOMY || seconds < 1 ? times : `${times} in ${duration(seconds)}`;
}

/** The screen lines of a log line: time, server, service, priority, message; each is exactly as wide as asked for. */
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
  const repeatsMark = repeats === '' ? '' : look.paint('strong', repeats);
  if (options.most <= 1) return [fit(text, options.width - width(repeats), 'left', ellipsis) + repeatsMark];
  // Continuation lines are indented to the message, if that has at least half of the width.
  const indent = width(head) * 2 <= options.width ? width(head) : 0;
  const fixedHead = indent === 0 ? '' : head;
  return wrap(text.slice(fixedHead.length) + repeatsMark, options.width - indent, options.most).map(
    (line, index) => {
      const before = index === 0 ? fixedHead : ' '.repeat(indent);
      return fit(before + line, options.width, 'left', ellipsis);
    },
  );
}
