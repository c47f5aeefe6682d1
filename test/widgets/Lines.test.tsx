import { Box } from 'ink';
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { Lines } from '../../src/widgets/Lines.tsx';
import { Pane } from '../../src/widgets/Pane.tsx';
import { plain } from './looks.ts';

const rowsOf = (frame: string | undefined) => frame?.split('\n');

test('Lines is exactly as high as asked: it fills up with blank lines and leaves out surplus lines', () => {
  const { lastFrame, rerender } = render(<Lines lines={['one', '', 'three']} width={10} height={5} />);
  expect(rowsOf(lastFrame())).toEqual(['one', '', 'three', '', '']);
  rerender(<Lines lines={['one', '', 'three']} width={10} height={2} />);
  expect(rowsOf(lastFrame())).toEqual(['one', '']);
});

test('Lines cuts a line that is too wide instead of wrapping it', () => {
  const { lastFrame } = render(<Lines lines={['0123456789']} width={5} height={2} />);
  expect(rowsOf(lastFrame())).toEqual(['0123…', '']);
});

test('panes keep their places side by side, and the first row of a pane is its title', () => {
  const { lastFrame } = render(
    <Box>
      <Pane
        title="Health"
        hotkey="1"
        focused
        lines={['E PG_AVAILABILITY', 'W OSD_DOWN']}
        width={20}
        height={3}
        look={plain}
      />
      <Pane
        title="Tasks"
        hotkey="6"
        detail="1 run"
        lines={['never shown']}
        width={20}
        height={1}
        look={plain}
      />
    </Box>,
  );
  expect(rowsOf(lastFrame())).toEqual([
    '▶ 1 Health ────────── 6 Tasks  1 run ───',
    'E PG_AVAILABILITY',
    'W OSD_DOWN',
  ]);
});
