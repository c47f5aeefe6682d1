import { Box, Text, useInput } from 'ink';
import TextInput from 'ink-text-input';
import { useRef, useState } from 'react';
import type { Look } from '../lib/look.ts';
import { typeable, width } from '../lib/text.ts';

export interface PromptProps {
  /** Painted text before the input. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter was pressed by itself: an Enter within a chunk of text, as a paste brings it, submits nothing. */
  readonly onSubmit?: (value: string) => void;
  /** Such an Enter came: somebody who typed on a slow link waits for what it does. */
  readonly onGluedEnter?: () => void;
  readonly focus: boolean;
  /** Shown instead of each character of a secret. */
  readonly mask?: string;
  /** Shown while the input is empty. */
  readonly placeholder?: string;
  readonly columns: number;
  readonly look: Look;
}

/**
 * Tells of each key whether it is a chord. Effects run in the order of siblings, so this one, standing
 * before the text input, hears each key first.
 */
function ChordWatch({
  onKey,
  focus,
}: {
  readonly onKey: (isChord: boolean) => void;
  readonly focus: boolean;
}) {
  useInput((_, key) => onKey(key.ctrl || key.meta), { isActive: focus });
  return null;
}

/**
 * A line of input of exactly one row. While it has the focus, ink-text-input inside it hears every key besides
 * the program's own handler, and takes characters, the left and right arrows, Backspace, Delete and Enter; the
 * program's handler must leave these alone, and may take all others.
 *
 * A value set from outside, or a change that the owner refuses, puts the cursor at the end of the value.
 */
export function Prompt({
  label,
  value,
  onChange,
  onSubmit,
  onGluedEnter,
  focus,
  mask,
  placeholder,
  columns,
  look,
}: PromptProps) {
  // ink-text-input keeps its cursor to itself; a fresh one begins at the end of the value.
  const [known, setKnown] = useState({ value, generation: 0 });
  if (known.value !== value) setKnown({ value, generation: known.generation + 1 });

  // ink-text-input takes the letter of a chord for text.
  const chord = useRef(false);
  function change(next: string) {
    const clean = chord.current ? value : typeable(next);
    if (/[\r\n]/.test(next)) onGluedEnter?.();
    setKnown(({ generation }) => ({
      value: clean,
      generation: clean === next ? generation : generation + 1,
    }));
    if (clean !== value) onChange(clean);
  }

  const room = Math.max(1, columns - width(label));
  const shown = mask === undefined ? width(value) : value.length;
  const overflow = Math.max(0, shown + 1 - room);
  return (
    <Box width={columns} height={1}>
      <Box flexShrink={0}>
        <Text wrap="truncate-end">{label}</Text>
      </Box>
      <Box width={room} height={1} overflow="hidden">
        <Box flexShrink={0} width={shown + 1} marginLeft={-overflow}>
          <ChordWatch onKey={(isChord) => (chord.current = isChord)} focus={focus} />
          <TextInput
            key={known.generation}
            value={value}
            onChange={change}
            focus={focus}
            {...(onSubmit && { onSubmit })}
            {...(mask !== undefined && { mask })}
          />
        </Box>
        {value === '' && placeholder !== undefined && (
          <Text wrap="truncate-end">{look.paint('dim', placeholder)}</Text>
        )}
      </Box>
    </Box>
  );
}
