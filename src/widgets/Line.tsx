import { Text } from 'ink';
import { memo } from 'react';
import { painted } from '../lib/text.ts';

/** One line of the screen: a string that is already painted and fitted, so Ink has nothing to lay out in it. */
export const Line = memo(function Line({ text }: { readonly text: string }) {
  // An empty Text has no height: the line would be missing instead of blank.
  return <Text wrap="truncate-end">{text === '' ? ' ' : painted(text)}</Text>;
});
