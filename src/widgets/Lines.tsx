import { Box } from 'ink';
import { Line } from './Line.tsx';

export interface LinesProps {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** Lines in a box of exactly the given size: further lines are left out, missing ones are blank. */
export function Lines({ lines, width, height }: LinesProps) {
  return (
    <Box flexDirection="column" flexShrink={0} width={width} height={height}>
      {Array.from({ length: height }, (_, row) => (
        // A line's place is its identity: only lines whose text changed are drawn again.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={row} text={lines[row] ?? ''} />
      ))}
    </Box>
  );
}
