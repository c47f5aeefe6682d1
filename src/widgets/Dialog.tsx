import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { DialogLayout } from './dialog.ts';
import { Lines } from './Lines.tsx';

export interface DialogProps {
  readonly layout: DialogLayout;
  /** The input on the line that the layout reserves for it; at most `layout.width - 4` columns wide. */
  readonly input?: ReactNode;
}

/** A dialog over the screen's content; render it after that content, inside the box that fills the screen. */
export function Dialog({ layout, input }: DialogProps) {
  const { x, y, width, margin, lines, inputRow } = layout;
  const [left, right] = [' '.repeat(margin.left), ' '.repeat(margin.right)];
  return (
    <>
      <Box position="absolute" left={x - margin.left} top={y}>
        <Lines
          lines={lines.map((line) => `${left}${line}${right}`)}
          width={margin.left + width + margin.right}
          height={lines.length}
        />
      </Box>
      {input !== undefined && (
        <Box position="absolute" left={x + 2} top={y + inputRow}>
          {input}
        </Box>
      )}
    </>
  );
}
