import { recordTest } from '../record.ts';

recordTest(['risks'], ['placement']);
recordTest(['risks'], ['placement'], { scenario: 'rack-partition' });
