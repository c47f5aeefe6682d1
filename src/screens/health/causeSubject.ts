import type { Cause } from '../../diagnosis/verdict.ts';
import { namesPattern } from '../namesPattern.ts';
import type { Subject } from '../relatedActivity.ts';

/** Seconds before the beginning of a cause in which its log begins. */
const BEFORE_S = 60;

/** The subject of a cause for its log and its tasks; undefined if it names nothing. */
export function causeSubject({ objects, host, since }: Cause): Subject | undefined {
  const names = objects.length > 0 || host === undefined ? objects : [host];
  if (names.length === 0) return undefined;
  return {
    names,
    pattern: namesPattern(names),
    ...(since !== undefined && { readFrom: since / 1000 - BEFORE_S }),
  };
}
