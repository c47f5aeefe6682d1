import type { Box, View } from '../../screens/view.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { blank } from '../overlays/parts.tsx';
import { previewLines } from '../overlays/preview.ts';
import type { PaneContent } from './logThrottle.ts';
import { regionRecorder } from './painted.ts';
import { safely } from './safely.ts';

/** The circumstances in which a view is drawn under its title. */
interface Around {
  /** The room under the title. */
  readonly box: Box;
  /** Lines on why it cannot be read, above its body. */
  readonly failing: readonly string[];
  /** Rows of the description below its body; 0 where there is none. */
  readonly preview: number;
  readonly focused: boolean;
  readonly zoomed: boolean;
  /** The word for it, where it fails. */
  readonly kind: 'pane' | 'screen';
}

/** A view's lines, exactly `box.height` of them, and what stands beside its title. One that fails says so, and the rest lives. */
export function drawView<At>(
  cockpit: Known & Shown,
  view: View<At>,
  at: At,
  { box, failing, preview, focused, zoomed, kind }: Around,
): PaneContent {
  const { look } = cockpit;
  const room = { ...box, height: Math.max(1, box.height - failing.length - preview) };
  const recorder = regionRecorder(cockpit, failing.length);
  const drawing = { box: room, focused, zoomed, onRegions: recorder.onRegions };
  const broken = (reason: string) => [look.paint('error', `This ${kind} failed: ${reason}`)];
  const body = safely(() => view.body(cockpit, drawing, at), broken);
  const described = () => previewLines(cockpit, view.describe?.(cockpit, at), { ...box, height: preview });
  return {
    lines: [...blank([...failing, ...body], box.height - preview), ...safely(described, broken)],
    detail: safely(
      () => view.status?.(cockpit, at) ?? '',
      () => '',
    ),
    regions: recorder.regions,
  };
}
