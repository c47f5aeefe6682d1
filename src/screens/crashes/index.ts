import type { Screen } from '../screen.ts';
import { crashList } from './list.ts';
import { crashPage } from './page.ts';

export const crashScreens: readonly Screen[] = [crashList, crashPage];
