/** One step at the keyboard. */
export type Step =
  /** Keys, pressed one by one. */
  | { readonly press: readonly string[] }
  /** Text, typed character by character. */
  | { readonly type: string }
  /** The text that the user waits for before the next step. */
  | { readonly see: RegExp };

/** A question or a task of an operator on call, and the keys that lead to it on a terminal of 80x24. */
export interface Job {
  /** The question or the task, in the words of somebody who does not know the program yet. */
  readonly wish: string;
  /** The scenario of the simulated cluster. */
  readonly demo: string;
  /** The reason for these keys: where the screen shows them. */
  readonly clue: string;
  readonly steps: readonly Step[];
  /** The steps that the job needed in its first version, if they were different. */
  readonly stepsAtFirst?: readonly Step[];
  /** The name of the picture of the result, if one is useful. */
  readonly picture?: string;
}

const press = (...keys: readonly string[]): Step => ({ press: keys });
const type = (text: string): Step => ({ type: text });
const see = (pattern: RegExp): Step => ({ see: pattern });
/** Confirms a disruptive change. */
const YES: readonly Step[] = [see(/Type yes and press Enter/), type('yes'), press('Enter')];
/** Confirms a disruptive change without waiting for a text. */
const YES_AT_FIRST: readonly Step[] = [type('yes'), press('Enter')];

/** The first minutes of an incident, then its consequences. */
export const jobs: readonly Job[] = [
  {
    wish: 'What is wrong, and is data at risk?',
    demo: 'host-down',
    clue: 'The deck, without any key: status, the cause and the first action, the checks, and how many placement groups are degraded (WARN) or worse (ERR).',
    steps: [see(/CAUSE stor-07 does not answer[^]*OSD_HOST_DOWN/), see(/POOL +OK +WARN +ERR/)],
    picture: 'walk-wrong',
  },
  {
    wish: 'Which disks are behind that?',
    demo: 'host-down',
    clue: '`d` in the footer opens the details of the selected check, which offer `o` for related objects; `o` works on the deck, too.',
    steps: [press('o'), see(/disks of stor-07/), press('Enter'), see(/Disks of a server +stor-07/)],
  },
  {
    wish: 'What does the log say about it?',
    demo: 'host-down',
    clue: '`L` in the footer opens the log of the selected row; for a check, the lines about its start and about the objects that it names.',
    steps: [press('L'), see(/osd\.3\d failed/)],
    picture: 'walk-log',
  },
  {
    wish: 'Does it heal, and how long will that take?',
    demo: 'recovery',
    clue: 'The line HEAL of the deck: at once that data moves and the remaining work, and after a minute the remaining time, once the pace is measured.',
    steps: [see(/HEAL +(?:healing|measuring), [^\n]*\d+ of [\d.]+k pgs not okay/)],
    stepsAtFirst: [press('Enter')],
  },
  {
    wish: 'The host comes back in ten minutes: nothing shall move until then.',
    demo: 'host-down',
    clue: 'The line DO ends with `x`, and the footer begins with it: the action that is possible at once. The dialog explains what the flag does and how to undo it.',
    steps: [
      see(/x set noout/),
      press('x'),
      see(/Set flag noout on demo/),
      ...YES,
      see(/Set flag noout: done/),
    ],
    stepsAtFirst: [press('M', 'Down', 'Down', 'Down', 'Enter'), ...YES_AT_FIRST],
    picture: 'walk-noout',
  },
  {
    wish: 'Heal faster, the clients can bear it.',
    demo: 'recovery',
    clue: 'The first entry of the menu `M`, and its direct key `R`.',
    steps: [
      press('R'),
      see(/Set the recovery speed on demo/),
      type('8'),
      press('Enter'),
      ...YES,
      see(/done/),
    ],
  },
  {
    wish: 'A disk is failing: take its data away before it dies.',
    demo: 'failing-disk',
    clue: 'The line DO advises to replace the disk, and offers `x` to release it. An action that cannot be undone requires typing the name.',
    steps: [
      see(/x release/),
      press('x'),
      see(/Release osd\.17[^]*NO BLOCKER FOUND[^]*Type osd\.17/),
      type('osd.17'),
      press('Enter'),
      see(/task \d+/),
    ],
    stepsAtFirst: [press('3', 'w'), type('osd.17'), press('Enter')],
    picture: 'walk-release',
  },
  {
    wish: 'Read all data of that OSD and compare it with its copies.',
    demo: 'calm',
    clue: 'The actions (`a`) and the details (`d`) of an OSD list `D`; the dialog warns about the load, which affects clients.',
    steps: [press('3', 'D'), see(/Deep-scrub osd\.0 on demo/), ...YES, see(/Deep-scrub osd\.0: done/)],
  },
  {
    wish: 'What does this task do, and stop it.',
    demo: 'demo',
    clue: 'Pane 6 shows each task with its last line, and the footer the key to cancel it; the dialog shows the current state of the task.',
    steps: [
      press('6'),
      see(/2 RUNNING +Disk benchmark[^]*K cancel task/),
      press('K'),
      see(/Cancel task 2: Disk benchmark[^]*its last line/),
      ...YES,
      see(/Cancel task 2[^\n]*: done/),
    ],
    stepsAtFirst: [press('6', 'd', 'K'), ...YES_AT_FIRST],
  },
  {
    wish: 'All is green. What will wake me up next?',
    demo: 'calm',
    clue: 'The line NEXT of the deck, shown while nothing is wrong: what is closest to becoming a problem, and when. `:risks` lists everything.',
    steps: [see(/HEALTH_OK[^]*NEXT +configuration never backed up[^]*osd\.\d+ 56%, 85% in about/)],
    stepsAtFirst: [press('0'), type('risk'), press('Enter')],
    picture: 'walk-next',
  },
];

/** The number of key presses of a job. A typed character counts as one. */
export const keysOf = ({ steps }: Pick<Job, 'steps'>): number =>
  steps.reduce(
    (sum, step) => sum + ('press' in step ? step.press.length : 'type' in step ? step.type.length : 0),
    0,
  );

/** The number of key presses of a job in its first version. */
export const keysAtFirst = ({ steps, stepsAtFirst = steps }: Job): number => keysOf({ steps: stepsAtFirst });
