import { Box } from 'ink';
import { Lines } from '../../widgets/Lines.tsx';
import type { Rect } from './layout.ts';
import type { DrawnPreview } from './previewRoom.ts';

export interface PageBesideProps {
  readonly preview: DrawnPreview;
  /** The pane or screen that contains it, including the title row. */
  readonly area: Pick<Rect, 'width' | 'height'>;
}

/**
 * The page of the selected row, at the right edge of its list. It has its own lines, so that a change of the list does not
 * redraw the page, nor the other way round.
 */
export function PageBeside({ preview: { columns, beside }, area: { width, height } }: PageBesideProps) {
  if (columns === 0) return null;
  return (
    <Box position="absolute" left={width - columns} top={height - beside.length}>
      <Lines lines={beside} width={columns} height={beside.length} />
    </Box>
  );
}
