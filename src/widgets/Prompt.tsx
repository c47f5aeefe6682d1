import { Box, useInput } from 'ink';
import TextInput from 'ink-text-input';
import { useRef } from 'react';
import type { Look } from '../lib/look.ts';
import { width } from '../lib/text.ts';
import { Line } from './Line.tsx';
import { type PromptLine, promptLine } from './promptLine.ts';

export interface PromptProps {
  /** The painted text before the input. */
  readonly label: string;
  readonly line: PromptLine;
  /** Called with typed characters; several at once arrive from a paste or a slow link. */
  readonly onText: (text: string) => void;
  /** Called when Enter arrived alone; an Enter within a chunk of text does not submit. */
  readonly onSubmit?: () => void;
  readonly columns: number;
  readonly look: Look;
}

/**
 * Reports for each key if it is a chord (Ctrl or Alt). Effects run in the order of siblings: rendered before the text input,
 * this component handles each key first.
 */
function ChordWatch({ onKey }: { readonly onKey: (isChord: boolean) => void }) {
  useInput((_, key) => onKey(key.ctrl || key.meta));
  return null;
}

/**
 * A text input of exactly one row. The ink-text-input inside it receives every key in parallel to the program's own handler,
 * and only supplies characters and Enter. It is kept empty, because it counts UTF-16 units and paints text unsanitized: the
 * owner keeps the line with its cursor, and the program's bindings move and erase in it.
 */
export function Prompt({ label, line, onText, onSubmit, columns, look }: PromptProps) {
  // ink-text-input would insert the letter of a chord as text.
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
