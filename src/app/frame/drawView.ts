import type { Box, View } from '../../screens/view.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { ListState } from '../../store/session/viewState.ts';
import { blank } from '../overlays/parts.tsx';
import type { PaneContent } from './logThrottle.ts';
import { leftOf, regionRecorder } from './painted.ts';
import { type Pointed, previewLines } from './previewLines.ts';
import { NOWHERE, previewRoom, type PreviewRoom } from './previewRoom.ts';
import { safely } from './safely.ts';

/** The circumstances in which a view is drawn under its title. */
interface Around {
  /** The room under the title. */
  readonly box: Box;
  /** Lines on why it cannot be read, above its body. */
  readonly failing: readonly string[];
  readonly list: ListState;
  /** The cursor whose page stands by the list, where there is room for it; nothing where it stands among other panes. */
  readonly pointed: Pointed | undefined;
  readonly focused: boolean;
  readonly zoomed: boolean;
  /** The word for it, where it fails. */
  readonly kind: 'pane' | 'screen';
}

/** A list tells how wide it has to be once it was painted; what stands by it gives way so often at the most. */
const MOST_PASSES = 3;

/** Paints a body in the room that the page by it leaves. */
function besidePage(roomFor: () => PreviewRoom, paint: (room: PreviewRoom) => readonly string[]) {
  let room = roomFor();
  let body = paint(room);
  for (let pass = 1; pass < MOST_PASSES; pass++) {
    const next = roomFor();
    if (next.columns === room.columns && next.rows === room.rows) break;
    room = next;
    body = paint(room);
  }
  return { room, body };
}

/** A view's lines, exactly `box.height` of them, and what stands beside its title. One that fails says so, and the rest lives. */
export function drawView<At>(
  cockpit: Known & Shown,
  view: View<At>,
  at: At,
  { box, failing, list, pointed, focused, zoomed, kind }: Around,
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
  const { room, body } = besidePage(roomFor, ({ columns, rows }) => {
    const inside = { width: box.width - columns, height: Math.max(1, under.height - rows) };
    const drawing = { box: inside, focused, zoomed, onRegions: leftOf(inside.width, recorder.onRegions) };
    return safely(() => view.body(cockpit, drawing, at), broken);
  });
  const page = pointed
    ? safely(() => previewLines(cockpit, () => view.describe?.(cockpit, at), room, under, pointed), broken)
    : [];
  const isBeside = room.columns > 0;
  return {
    lines: [...blank([...failing, ...body], box.height - room.rows), ...(isBeside ? [] : page)],
    detail: safely(
      () => view.status?.(cockpit, at) ?? '',
      () => '',
    ),
    regions: recorder.regions,
    preview: { ...room, beside: isBeside ? page : [] },
  };
}
