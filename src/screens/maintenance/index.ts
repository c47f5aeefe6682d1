import type { Screen } from '../screen.ts';
import { backups } from './backups.ts';
import { flags } from './flags.ts';

export const upkeepScreens: readonly Screen[] = [flags, backups];
