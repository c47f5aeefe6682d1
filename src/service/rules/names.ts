import type { Refused } from './refused.ts';

/** Names that Ceph's own tools take; its monitors do not look (CrushWrapper::is_valid_crush_name). */
const NAME = /^[A-Za-z0-9_.-]+$/;

/** Refuses a name that Ceph's own tools would not take. `noun` is what is to have the name, such as `a pool`. */
export const refuseName = (noun: string, name: string): Refused | undefined =>
  NAME.test(name)
    ? undefined
    : {
        status: 400,
        message: `${noun} cannot be named ${JSON.stringify(name)}: use letters, digits or _ . -`,
      };
