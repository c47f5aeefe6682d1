import { Box } from 'ink';
import type { Look } from '../lib/look.ts';
import { Line } from './Line.tsx';
import { Lines } from './Lines.tsx';
import { type PaneTitle, paneTitle } from './paneTitle.ts';

export interface PaneProps extends PaneTitle {
  readonly lines: readonly string[];
  readonly width: number;
  /** Rows including the title; a pane of one row is collapsed to its title. */
  readonly height: number;
  readonly look: Look;
}

/** A pane or screen: its title as a rule, and its lines below. */
export function Pane({ lines, width, height, look, ...title }: PaneProps) {
  return (
    <Box flexDirection="column" flexShrink={0} width={width} height={height}>
      <Line text={paneTitle(title, width, look)} />
      {height > 1 && <Lines lines={lines} width={width} height={height - 1} />}
    </Box>
  );
}
