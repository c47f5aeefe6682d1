import { Box, useInput } from 'ink';
import TextInput from 'ink-text-input';
import { useRef } from 'react';
import type { Look } from '../lib/look.ts';
import { width } from '../lib/text.ts';
import { Line } from './Line.tsx';
import { type PromptLine, promptLine } from './promptLine.ts';

export interface PromptProps {
  /** Painted text before the input. */
  readonly label: string;
  readonly line: PromptLine;
  /** Characters were typed, in one piece: more than one is what a paste or a lagging link looks like. */
  readonly onText: (text: string) => void;
  /** Enter was pressed by itself: an Enter within a piece of text submits nothing. */
  readonly onSubmit?: () => void;
  readonly columns: number;
  readonly look: Look;
}

/**
 * Tells of each key whether it is a chord. Effects run in the order of siblings, so this one, standing
 * before the text input, hears each key first.
 */
function ChordWatch({ onKey }: { readonly onKey: (isChord: boolean) => void }) {
  useInput((_, key) => onKey(key.ctrl || key.meta));
  return null;
}

/**
 * A line of input of exactly one row. ink-text-input inside it hears every key besides the program's own handler, and
 * takes characters and Enter. It is kept empty, for it counts UTF-16 units and paints its text as it came: the line with
 * its cursor is its owner's, and the keys that move in it and erase are the program's.
 */
export function Prompt({ label, line, onText, onSubmit, columns, look }: PromptProps) {
  // ink-text-input takes the letter of a chord for text.
  const chord = useRef(false);
  const room = Math.max(1, columns - width(label));
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Line text={`${label}${promptLine(line, room, look)}`} />
      <ChordWatch onKey={(isChord) => (chord.current = isChord)} />
      <TextInput
        value=""
        showCursor={false}
        onChange={(text) => {
          if (!chord.current) onText(text);
        }}
        {...(onSubmit && { onSubmit })}
      />
    </Box>
  );
}
