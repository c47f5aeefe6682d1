import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { Journal } from '../../../src/store/answers/journalState.ts';
import { emptyJournal } from '../../../src/store/session/journal.ts';
import { observeCrush } from '../../../src/store/session/osdHistory.ts';
import { osd } from '../answers/shapes.ts';

/** A CRUSH map with osd.3 in this status. */
export const mapWith = (status: string): CrushMap => ({ nodes: [osd(3, { status })] });

/** The journal after consecutive looks at the CRUSH map. */
export const journalOfMaps = (...looks: readonly (readonly [at: number, crush: CrushMap])[]): Journal =>
  looks.reduce((journal, [at, crush]) => observeCrush(journal, crush, at), emptyJournal);
