import { Box } from 'ink';
import { Lines } from '../../widgets/Lines.tsx';
import type { Rect } from './layout.ts';
import type { DrawnPreview } from './previewRoom.ts';

export interface PageBesideProps {
  readonly preview: DrawnPreview;
  /** The pane or screen that it stands in, its title in the first row. */
  readonly area: Pick<Rect, 'width' | 'height'>;
}

/** The page of the row under the cursor, at the right edge of its list: lines of its own, so that a row of either is drawn alone. */
export function PageBeside({ preview: { columns, beside }, area: { width, height } }: PageBesideProps) {
  if (columns === 0) return null;
  return (
    <Box position="absolute" left={width - columns} top={height - beside.length}>
      <Lines lines={beside} width={columns} height={beside.length} />
    </Box>
  );
}
