import { cut, fit, visible, width } from '../../lib/text.ts';
import { choicesNow, fieldOf, lineOf, textsOf } from '../../store/action/form.ts';
import type { Flow } from '../../store/action/plan.ts';
import type { Shown } from '../../store/cockpit.ts';
import { mostPinned, widestText } from '../../widgets/dialog.ts';
import { scrollTop } from '../../widgets/viewport.ts';

/** Choices visible at once, on a terminal with fewer than `LOW` rows and on a taller one. */
const FEW = 4;
const MANY = 10;
const LOW = 32;

/** The lines of a screen that a form's dialog needs besides its text: frame, input, its own footer and that of the screen. */
const AROUND = 6;

/** The maximum share of the line for a label; the rest is for its hint. */
const LABEL_SHARE = 0.6;

/**
 * The choices of the current field that match what is typed, and a line with their number or the reason why they are not
 * known. The height does not depend on what is typed, so that the dialog does not move; together with the `others` pinned
 * lines of the dialog it has room on the screen.
 */
export function choiceLines(cockpit: Shown, flow: Flow, others: number): string[] {
  const { look, view } = cockpit;
  const { size } = view.getState();
  const known = fieldOf(flow)?.choices?.(textsOf(flow));
  if (known === undefined || flow.phase.step !== 'form') return [];
  const { pick } = flow.phase;
  const found = choicesNow(flow);
  const room = mostPinned(size.rows - AROUND) - others - 1;
  const rows = Math.min(known.all.length, size.rows < LOW ? FEW : MANY, Math.max(1, room));
  const columns = widestText(size);
  const clean = (text = '') => visible(text, look.unicode);
  const top = scrollTop(Math.max(0, (pick ?? 0) - rows + 1), pick ?? 0, rows, found.length);
  const inSight = found.slice(top, top + rows);
  const label = Math.min(
    Math.max(0, ...known.all.slice(0, MEASURED).map(({ text }) => width(clean(text)))),
    Math.floor(columns * LABEL_SHARE),
  );
  const now = lineOf(flow).text;
  const lines = inSight.map((choice, index) => {
    const isPicked = top + index === pick;
    const text = fit(clean(choice.text), label, 'left', look.glyphs.ellipsis);
    const shown = isPicked
      ? look.paint('selected', text)
      : choice.text === now
        ? look.paint('strong', text)
        : text;
    const sign = isPicked ? look.paint('accent', look.glyphs.cursor) : ' ';
    return cut(`${sign} ${shown}  ${look.paint('dim', clean(choice.hint))}`, columns, look.glyphs.ellipsis);
  });
  const count = `${found.length === known.all.length ? '' : `${found.length} of `}${known.all.length} to choose from`;
  const fitting = found.length === 0 && known.all.length > 0 ? `none of ${known.all.length} matches` : count;
  const state = [known.all.length > 0 ? fitting : '', known.note].filter(Boolean).join('; ') || count;
  return [
    ...lines,
    ...Array.from({ length: rows - lines.length }, () => ''),
    look.paint('dim', clean(state)),
  ];
}

/** The number of choices measured for the width of their column. */
const MEASURED = 500;
