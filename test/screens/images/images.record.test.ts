import { recordTest } from '../record.ts';

recordTest(['image-pools', 'images', 'snapshots']);
