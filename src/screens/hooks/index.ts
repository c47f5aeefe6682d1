import type { Screen } from '../screen.ts';
import { hookList } from './hooks.ts';
import { scriptChange } from './scriptChange.ts';
import { scriptList, scriptText } from './scripts.ts';

export const hookScreens: readonly Screen[] = [hookList, scriptList, scriptText, scriptChange];
