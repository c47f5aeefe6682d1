import { Text } from 'ink';
import { memo } from 'react';
import { painted } from '../lib/text.ts';

/** A line of the screen. The string is already painted and fitted, so Ink has nothing to lay out. */
export const Line = memo(function Line({ text }: { readonly text: string }) {
  // An empty Text has no height, so an empty line is drawn as a blank.
  return <Text wrap="truncate-end">{text === '' ? ' ' : painted(text)}</Text>;
});
