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
 * Lines in a box of exactly the given size: further lines are left out, missing ones are blank. Most panes are the same
 * at the next turn of the clock, and to compare their lines here is quicker than to have React do it.
 */
export const Lines = memo(function Lines({ lines, width, height }: LinesProps) {
  return (
    <Box flexDirection="column" flexShrink={0} width={width} height={height}>
      {Array.from({ length: height }, (_, row) => (
        // A line's place is its identity: only lines whose text changed are drawn again.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={row} text={lines[row] ?? ''} />
      ))}
    </Box>
  );
}, isSame);
