import { SILENT_S } from './daemonState.ts';
import type { Journal, OsdHistory } from './journalState.ts';
import type { OsdLists } from './listMemo.ts';
import { type JoinedOsd, osdJoin, sortWorstFirst } from './osdLists.ts';
import { osdRow, type OsdRow } from './osdRow.ts';

export { type OsdRow, smartOf, smartText, smartVerdict } from './osdRow.ts';

/** Joins /disks and /crush: one row for each OSD and each disk, worst first, then by host and number. */
export function selectOsds({
  disks,
  crush,
  journal,
  now = Infinity,
}: OsdLists & {
  readonly journal?: Pick<Journal, 'osds'> | undefined;
  /** The current time in milliseconds since the epoch, to recognize OSDs that have just gone down. */
  readonly now?: number | undefined;
}): readonly OsdRow[] {
  const { joined, rows } = osdJoin.of({ disks, crush });
  const histories = journal?.osds;
  if (histories === undefined || histories.size === 0) return rows;
  const complete = joined.map((one) => {
    const { osdId, location } = one.parts;
    const history = osdId === undefined || location === undefined ? undefined : histories.get(osdId);
    return rowWithHistory(one, history, now);
  });
  const isSorted = complete.every(({ level }, index) => level === rows[index]?.level);
  return isSorted ? complete : sortWorstFirst(complete, (row) => row);
}

/** The last row made from a joined row and a history. */
const rowsWithHistory = new WeakMap<
  JoinedOsd,
  { readonly history: OsdHistory; readonly justDown: boolean; readonly row: OsdRow }
>();

/** True if an OSD went down so recently that its server may not have reported since. */
export const isJustDown = ({ status, at }: OsdHistory, now: number): boolean =>
  status === 'DOWN' && now - at < SILENT_S * 1000;

/** A row completed by the OSD's history; the joined row itself if the OSD is up and was not down recently. */
function rowWithHistory(joined: JoinedOsd, history: OsdHistory | undefined, now: number): OsdRow {
  if (history === undefined || (history.status !== 'DOWN' && history.downs.length === 0)) return joined.row;
  const kept = rowsWithHistory.get(joined);
  const justDown = isJustDown(history, now);
  if (kept?.history === history && kept.justDown === justDown) return kept.row;
  const row = osdRow(joined.parts, history, justDown);
  rowsWithHistory.set(joined, { history, justDown, row });
  return row;
}
