/** Keys that are pressed again as they were: press names, in their order. */
export interface Macro {
  /** The recorded ones. */
  readonly kept: readonly string[];
  /** Those so far, while keys are recorded. */
  readonly recording?: readonly string[];
  /** Those that are still to be pressed, while it is played. */
  readonly playing?: readonly string[];
}
