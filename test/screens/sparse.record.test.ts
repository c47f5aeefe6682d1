import { panes } from '../../src/screens/panes.ts';
import type { PaneId } from '../../src/store/session/panes.ts';
import { recordTest } from './record.ts';
import { SHOTS } from './shots.ts';
import { sparseEngine } from './sparse.ts';

const screens = new Set(SHOTS.filter(({ act }) => act === undefined).map(({ screen }) => screen));

recordTest([...screens], Object.keys(panes).filter((id) => id !== 'logs') as PaneId[], {
  engine: { name: 'sparse', change: sparseEngine },
});
