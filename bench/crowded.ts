import { Home } from '../test/support/storedeck.ts';
import { consoleOver } from './consoleProgram.ts';
import { CROWD, type Size, type SpecialFigures } from './figures.ts';
import { type KeyAnswer, pressAndMove, pressAndWait, pressSeries, shownAt } from './measure.ts';
import { open } from './program.ts';
import { Service } from './service.ts';
import { median } from './statistics.ts';

/** The slowest keys in milliseconds: while the first answers of the cluster arrive, and on the walk afterwards. */
type CrowdFigures = Pick<SpecialFigures, 'crowdFirstKeyMs' | 'crowdSlowestKeyMs'>;

const slowest = (answers: readonly KeyAnswer[]): number => Math.max(...answers.map(({ ms }) => ms));

/** The number of starts of which the median is taken. */
const STARTS = 5;

/** The slowest key while the first answers of the cluster arrive, as the median of several starts. */
async function measureFirstKeys(service: Service, size: Size): Promise<number> {
  const found: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    using home = new Home();
    await using screen = open(consoleOver(service, home), size);
    await shownAt(screen, /AMISS_/, 60_000);
    // Frames with updates follow each other without a pause, so the cursor's move marks the effect of a key.
    const moves: number[] = [];
    for (let pressed = 0; pressed < 40; pressed++) moves.push(await pressAndMove(screen, 'Down'));
    found.push(Math.max(...moves));
  }
  return median(found);
}

/** Measures keys on a walk through long lists: opens each by its command, moves by lines and pages, filters and sorts. */
export async function measureCrowd(folder: string, size: Size): Promise<CrowdFigures> {
  await using service = await Service.crowded(folder, CROWD);
  const crowdFirstKeyMs = await measureFirstKeys(service, size);
  using home = new Home();
  await using screen = open(consoleOver(service, home), size);
  await shownAt(screen, /AMISS_/, 60_000);
  await pressSeries(screen, 'Down', 40);
  // Each key must change the screen, else the next refresh would be taken for its effect.
  const answers: KeyAnswer[] = [];
  const type = async (text: string) => {
    for (const character of text) answers.push(await pressAndWait(screen, character));
  };
  const press = async (key: string, count = 1) => {
    answers.push(...(await pressSeries(screen, key, count)));
  };
  const walk = async () => {
    await press('Down', 20);
    await press('PageDown', 5);
    await press('End');
    await press('Home');
  };
  await type('f');
  await walk();
  await type('f');
  for (const pane of ['2', '3']) {
    await type(pane);
    // The pane's lists are read again during the walk.
    screen.press('ctrl-r');
    await walk();
    await type('/stor-01 up');
    await press('Enter');
    await press('Esc');
  }
  await type('Oc');
  await type('Oc');
  await type(':pools');
  await press('Enter');
  await shownAt(screen, /customer-0001/);
  await walk();
  await type('Op');
  await type('/customer-09');
  await press('Enter');
  await shownAt(screen, /customer-0940/);
  await type(':rbd');
  await press('Enter');
  await shownAt(screen, /customer-0001/);
  await type('/crowd');
  await press('Enter');
  await press('Enter');
  await shownAt(screen, /image-\d/);
  await walk();
  await type('m');
  await walk();
  return { crowdFirstKeyMs, crowdSlowestKeyMs: slowest(answers) };
}
