import { conflict, type Refused } from './refused.ts';

/** Refuses to mute a check that is not raised, unless the mute is sticky. */
export const refuseMute = (code: string, isRaised: boolean, sticky = false): Refused | undefined =>
  isRaised || sticky ? undefined : conflict(`${code} is not raised now: wait for it, or use a sticky mute`);
