import type { Binding } from './binding.ts';

/** A movement with its keys: the one on every keyboard, those of vi and less, and those of a shell's line editor. */
interface Movement {
  readonly key: string;
  /** For views without a text input. */
  readonly letters: readonly string[];
  /** For lists below a text input. */
  readonly besideInput: readonly string[];
  readonly label: string;
  readonly help: string;
  readonly steps: (page: number) => number;
}

const MOVEMENTS: readonly Movement[] = [
  { key: 'down', letters: ['j'], besideInput: ['ctrl-n'], label: 'down', help: 'Down', steps: () => 1 },
  { key: 'up', letters: ['k'], besideInput: ['ctrl-p'], label: 'up', help: 'Up', steps: () => -1 },
  {
    key: 'pagedown',
    letters: ['space', 'ctrl-d'],
    besideInput: ['ctrl-d'],
    label: 'page down',
    help: 'One page down',
    steps: (page) => page,
  },
  {
    key: 'pageup',
    letters: ['b', 'ctrl-u'],
    besideInput: [],
    label: 'page up',
    help: 'One page up',
    steps: (page) => -page,
  },
  { key: 'home', letters: ['g'], besideInput: [], label: 'top', help: 'To the top', steps: () => -Infinity },
  {
    key: 'end',
    letters: ['G'],
    besideInput: [],
    label: 'bottom',
    help: 'To the bottom',
    steps: () => Infinity,
  },
];

/** The circumstances of a view that is moved through. */
export interface MovementOptions {
  /** Letters are typed into a text. */
  readonly hasInput?: boolean;
  /** Keys that mean something else in the view. */
  readonly without?: readonly string[];
}

/**
 * The keys that move up and down by steps, which may be infinite.
 * @param page the steps of a page
 */
export const movementBindings = (
  by: (steps: number) => void,
  page: number,
  { hasInput = false, without = [] }: MovementOptions = {},
): Binding[] =>
  MOVEMENTS.map(({ key, letters, besideInput, label, help, steps }) => ({
    keys: [key, ...(hasInput ? besideInput : letters)].filter((name) => !without.includes(name)),
    label,
    help,
    run: () => by(steps(page)),
  }));

/** The index limited to a list of `count` items. */
export const clampIndex = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
