import { recordTest } from '../record.ts';

recordTest(['favourites']);
