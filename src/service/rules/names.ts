import { badRequest, type Refused } from './refused.ts';

/** Names that Ceph's own tools accept (CrushWrapper::is_valid_crush_name); its monitors do not check. */
const NAME = /^[A-Za-z0-9_.-]+$/;

/** Refuses a name that Ceph's own tools would not accept. `noun` says what is named, such as `a pool`. */
export const refuseName = (noun: string, name: string): Refused | undefined =>
  NAME.test(name)
    ? undefined
    : badRequest(`${noun} cannot be named ${JSON.stringify(name)}: use letters, digits or _ . -`);
