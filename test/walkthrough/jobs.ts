/** One thing that is done at the keyboard. */
export type Step =
  /** Keys, pressed one by one. */
  | { readonly press: readonly string[] }
  /** Text, typed character by character. */
  | { readonly type: string }
  /** What the person waits to see before going on. */
  | { readonly see: RegExp };

/** Something that a person on call wants to know or to do, and the way there on a terminal of 80x24. */
export interface Job {
  /** The question or the wish, in the words of somebody who does not know the program yet. */
  readonly wish: string;
  /** The story of the simulated cluster that it is asked of. */
  readonly demo: string;
  /** Why these keys: where the screen says so. */
  readonly clue: string;
  readonly steps: readonly Step[];
  /** Name of the picture of the end, where one is worth it. */
  readonly picture?: string;
}

const press = (...keys: readonly string[]): Step => ({ press: keys });
const type = (text: string): Step => ({ type: text });
const see = (pattern: RegExp): Step => ({ see: pattern });
/** Confirms what disturbs the cluster but loses nothing. */
const YES: readonly Step[] = [see(/Type yes and press Enter/), type('yes'), press('Enter')];

/** The first minutes of an incident, then what follows from them. */
export const jobs: readonly Job[] = [
  {
    wish: 'What is wrong, and is data at risk?',
    demo: 'host-down',
    clue: 'The deck says so by itself: status, checks, what is to blame and what to do first, how many placement groups are degraded (WARN) or worse (ERR).',
    steps: [see(/OSD_HOST_DOWN[^]*CAUSE stor-07 does not answer/), see(/POOL +OK +WARN +ERR/)],
    picture: 'walk-wrong',
  },
  {
    wish: 'Which disks are behind that?',
    demo: 'host-down',
    clue: '`d` in the footer tells all of the check under the cursor, and there `o` is what is related to it; it works on the deck as well.',
    steps: [press('o'), see(/disks of stor-07/), press('Enter'), see(/Disks of a server +stor-07/)],
  },
  {
    wish: 'What does the log say about it?',
    demo: 'host-down',
    clue: '`L` in the footer: the log of what the cursor is on; for a check, the lines on its coming and on what it names.',
    steps: [press('L'), see(/osd\.3\d failed/)],
    picture: 'walk-log',
  },
  {
    wish: 'Does it heal, and how long will that take?',
    demo: 'recovery',
    clue: 'The line HEAL; `Enter` shows the pane in full.',
    steps: [press('Enter'), see(/HEAL +(?:healing|measuring), [^\n]*of [^\n]*pgs not okay/)],
  },
  {
    wish: 'The host comes back in ten minutes: nothing shall move until then.',
    demo: 'host-down',
    clue: 'The last entry of the actions (`a`) is flags, and `M` beside it. The menu says what each is now; the dialog, what it does and what undoes it.',
    steps: [
      press('M'),
      see(/Set noout +off/),
      press('Down', 'Down', 'Down', 'Enter'),
      see(/Set flag noout on demo/),
      ...YES,
      see(/Set flag noout: done/),
    ],
    picture: 'walk-noout',
  },
  {
    wish: 'Heal faster, the clients can bear it.',
    demo: 'recovery',
    clue: '`M`, and the first entry; `R` goes there at once.',
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
    clue: 'Pane 3 has it on top; `a` lists what can be done to it, with the keys. What cannot be undone wants the name typed.',
    steps: [
      press('3', 'w'),
      see(/Release osd\.17[^]*NO BLOCKER FOUND[^]*Type osd\.17/),
      type('osd.17'),
      press('Enter'),
      see(/task \d+/),
    ],
    picture: 'walk-release',
  },
  {
    wish: 'Read all data of that OSD and compare it with its copies.',
    demo: 'calm',
    clue: '`a` lists `D` for an OSD, and so do its details (`d`); the dialog names the load that it puts on the clients.',
    steps: [press('3', 'D'), see(/Deep-scrub osd\.0 on demo/), ...YES, see(/Deep-scrub osd\.0: done/)],
  },
  {
    wish: 'What does this task do, and stop it.',
    demo: 'demo',
    clue: 'Pane 6; `d` shows its output, and the footer there how to cancel it.',
    steps: [
      press('6', 'd'),
      see(/Task 2: Disk benchmark[^]*Output/),
      press('K'),
      see(/Cancel task 2/),
      ...YES,
      see(/Cancel task 2[^\n]*: done/),
    ],
  },
  {
    wish: 'All is green. What will wake me up next?',
    demo: 'nearfull',
    clue: '`0` lists the screens, and typing searches them.',
    steps: [press('0'), see(/Screens/), type('risk'), press('Enter'), see(/osd\.55 is 85% full/)],
    picture: 'walk-risks',
  },
];

/** Key presses of a job; a character that is typed is one. */
export const keysOf = ({ steps }: Job): number =>
  steps.reduce(
    (sum, step) => sum + ('press' in step ? step.press.length : 'type' in step ? step.type.length : 0),
    0,
  );
