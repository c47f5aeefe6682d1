import { Home } from '../test/support/storedeck.ts';
import { consoleOver } from './consoleProgram.ts';
import { CROWD, type Size, type SpecialFigures } from './figures.ts';
import { type KeyAnswer, pressAndWait, pressSeries, shownAt } from './measure.ts';
import { open } from './program.ts';
import { Service } from './service.ts';

/** Slowest keys in milliseconds: while the first answers of the cluster come, and on the walk afterwards. */
type CrowdFigures = Pick<SpecialFigures, 'crowdFirstKeyMs' | 'crowdSlowestKeyMs'>;

const slowest = (answers: readonly KeyAnswer[]): number => Math.max(...answers.map(({ ms }) => ms));

/** A walk through long lists. Opens each by its command, moves in it by lines and by pages, filters and sorts it. */
export async function measureCrowd(folder: string, size: Size): Promise<CrowdFigures> {
  await using service = await Service.crowded(folder, CROWD);
  using home = new Home();
  await using screen = open(consoleOver(service, home), size);
  await shownAt(screen, /AMISS_/, 60_000);
  const crowdFirstKeyMs = slowest(await pressSeries(screen, 'Down', 40));
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
  await type('1f');
  await walk();
  await type('f');
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
