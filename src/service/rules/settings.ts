import { notFound, type Refused } from './refused.ts';

/** The value of a setting. */
export type SettingScalar = string | number | boolean;

/** Refusal: a setting that is not set cannot be returned to its default. */
export const notSet = (name: string): Refused => notFound(`${name} is not set: it has its default value`);
