import type { Box, View } from '../../screens/view.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { ListState } from '../../store/session/viewState.ts';
import { padLines } from './padLines.ts';
import { leftOf, regionRecorder } from './painted.ts';
import { type Pointed, previewLines } from './previewLines.ts';
import { NOWHERE, previewRoom, type PreviewRoom } from './previewRoom.ts';
import { safely } from './safely.ts';
import type { PaneContent } from './streamThrottle.ts';

/** The state and the room that a view is drawn with. */
interface DrawOptions {
  /** The room under the title. */
  readonly box: Box;
  /** Lines above the body that say why the data cannot be read. */
  readonly failing: readonly string[];
  readonly list: ListState;
  /** The row whose page is drawn beside or below the list if there is room; undefined for a pane among others. */
  readonly pointed: Pointed | undefined;
  readonly focused: boolean;
  readonly zoomed: boolean;
  /** The word for the view in an error message. */
  readonly kind: 'pane' | 'screen';
}

/** A list knows the width it needs only after it is painted, so list and page are laid out again up to this many times. */
const MAX_PASSES = 3;

/** Paints a body in the room that its page leaves, until list and page agree on the layout. */
function paintBesidePage(roomFor: () => PreviewRoom, paint: (room: PreviewRoom) => readonly string[]) {
  let room = roomFor();
  let body = paint(room);
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    const next = roomFor();
    if (next.columns === room.columns && next.rows === room.rows) break;
    room = next;
    body = paint(room);
  }
  return { room, body };
}

/**
 * The content of a view: exactly `box.height` lines, the status for its title and its page. An exception in a part of it is
 * shown in its place, so that the rest of the screen still works.
 */
export function drawView<At>(
  cockpit: Known & Shown,
  view: View<At>,
  at: At,
  { box, failing, list, pointed, focused, zoomed, kind }: DrawOptions,
): PaneContent {
  const { look } = cockpit;
  const recorder = regionRecorder(cockpit, failing.length);
  const broken = (reason: string) => [look.paint('error', `This ${kind} failed: ${reason}`)];
  const under = { ...box, height: Math.max(1, box.height - failing.length) };
  const roomFor = () =>
    safely(
      () => (pointed ? previewRoom(cockpit, list, { ...box, height: box.height + 1 }, view, at) : NOWHERE),
      () => NOWHERE,
    );
  let listRows: number | undefined;
  const onListRows = (rows: number) => (listRows = rows);
  const { room, body } = paintBesidePage(roomFor, ({ columns, rows }) => {
    const inside = { width: box.width - columns, height: Math.max(1, under.height - rows) };
    const onRegions = leftOf(inside.width, recorder.onRegions);
    const drawing = { box: inside, focused, zoomed, onRegions, onListRows };
    return safely(() => view.body(cockpit, drawing, at), broken);
  });
  const page = pointed
    ? safely(() => previewLines(cockpit, () => view.describe?.(cockpit, at), room, under, pointed), broken)
    : [];
  const isBeside = room.columns > 0;
  return {
    lines: [...padLines([...failing, ...body], box.height - room.rows), ...(isBeside ? [] : page)],
    detail: safely(
      () => view.status?.(cockpit, at) ?? '',
      () => '',
    ),
    regions: recorder.regions,
    listRows,
    preview: { ...room, beside: isBeside ? page : [] },
  };
}
