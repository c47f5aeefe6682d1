import { Box } from 'ink';
import type { Look } from '../lib/look.ts';
import { Line } from './Line.tsx';
import { Lines } from './Lines.tsx';
import { type PaneTitle, paneTitle } from './paneTitle.ts';

export interface PaneProps extends PaneTitle {
  readonly lines: readonly string[];
  readonly width: number;
  /** Rows with the title; a pane of one row is collapsed to it. */
  readonly height: number;
  readonly look: Look;
}

/** A part of the deck: its title as a rule, and under it its lines. */
export function Pane({ lines, width, height, look, ...title }: PaneProps) {
  return (
    <Box flexDirection="column" flexShrink={0} width={width} height={height}>
      <Line text={paneTitle(title, width, look)} />
      {height > 1 && <Lines lines={lines} width={width} height={height - 1} />}
    </Box>
  );
}
