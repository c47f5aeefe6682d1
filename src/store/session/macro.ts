/** The macro being recorded or played, as names of key presses in order. */
export interface Macro {
  /** The keys of the last recording. */
  readonly kept: readonly string[];
  /** The keys recorded so far, during a recording. */
  readonly recording?: readonly string[];
  /** The keys still to be pressed, while the macro is played. */
  readonly playing?: readonly string[];
}
