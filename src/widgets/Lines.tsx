import { Box } from 'ink';
import { memo } from 'react';
import { Line } from './Line.tsx';

export interface LinesProps {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

const isSame = (before: LinesProps, now: LinesProps): boolean =>
  before.width === now.width &&
  before.height === now.height &&
  before.lines.length === now.lines.length &&
  before.lines.every((line, row) => line === now.lines[row]);

/**
 * Lines in a box of exactly the given size: surplus lines are dropped, missing ones are blank. Most panes are unchanged at
 * the next tick of the clock, and comparing their lines here is faster than rendering them in React.
 */
export const Lines = memo(function Lines({ lines, width, height }: LinesProps) {
  return (
    <Box flexDirection="column" flexShrink={0} width={width} height={height}>
      {Array.from({ length: height }, (_, row) => (
        // Lines are identified by position, so that only lines with changed text are rendered again.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={row} text={lines[row] ?? ''} />
      ))}
    </Box>
  );
}, isSame);
