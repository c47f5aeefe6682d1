import type { Cause } from '../../diagnosis/verdict.ts';
import { inLocale } from '../../lib/decimal.ts';
import { listed } from '../../lib/words.ts';
import type { Description } from '../../store/action/action.ts';
import { causeId } from '../../store/answers/blame.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { openScreen, type PaneLink } from '../screen.ts';
import { screenList } from './handle.ts';
import { type BlamedRows, blamedRow } from './marks.ts';

/** The cause that blames a row. */
export const causeOf = <Row>(
  { facts }: Known,
  { blamed }: { readonly blamed?: BlamedRows<Row> | undefined },
  row: Row,
): Cause | undefined => blamed && blamedRow(blamed, facts.blame(), row)?.cause;

/** Prepends to a description the cause that its row is blamed for. */
export function withCause(
  { look }: Shown,
  description: Description | undefined,
  cause: Cause | undefined,
): Description | undefined {
  if (description === undefined || cause === undefined) return description;
  const { explains, text, confidence } = cause;
  const of = explains.length > 0 ? `the cause of ${listed(explains, 5)}` : 'a cause';
  const line = `${look.glyphs.blamed} Named as ${of}: ${inLocale(text)} (${confidence}). o leads to the case.`;
  return { ...description, text: [line, '', ...description.text] };
}

/** The link from a row to the case of the cause that blames it. */
export const caseLinks = (cause: Cause | undefined): readonly PaneLink[] =>
  cause === undefined
    ? []
    : [
        {
          label: `the case: ${inLocale(cause.text)}`,
          go: (cockpit) => {
            openScreen(cockpit, 'why');
            screenList.change(cockpit, { cursor: causeId(cause) });
          },
        },
      ];
