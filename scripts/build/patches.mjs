import { inkKeptRows } from './patches/inkKeptRows.mjs';
import { inkKeptTexts } from './patches/inkKeptTexts.mjs';
import { inkKeptWidths } from './patches/inkKeptWidths.mjs';
import { inkSharedStyles } from './patches/inkSharedStyles.mjs';
import { inkTableModule } from './patches/inkTableModule.mjs';
import { inkWithoutDevtools } from './patches/inkWithoutDevtools.mjs';
import { stringWidthFastPath } from './patches/stringWidthFastPath.mjs';
import { yogaBinary, yogaStart } from './patches/syncYoga.mjs';

/** The patches to libraries, applied in the bundle and in tests that import them. */
export const patches = [
  yogaStart,
  yogaBinary,
  inkWithoutDevtools,
  inkKeptRows,
  inkSharedStyles,
  inkKeptTexts,
  inkKeptWidths,
  stringWidthFastPath,
  inkTableModule,
];
