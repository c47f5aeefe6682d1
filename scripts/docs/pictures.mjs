import { keyLabel } from '../../src/keys/names.ts';
import { screenOf } from '../../src/screens/screens.ts';
import { scenarioOf } from '../../src/service/sim/scenarios.ts';
import { PICTURED_VIEWS, pictureOfView } from '../../test/screens/picturedViews.ts';
import { PICTURED_SCENARIOS, pictureOfDeck, pictureOfShot } from '../../test/screens/pictureNames.ts';
import { SHOTS } from '../../test/screens/shots.ts';

const HEAD = `# Pictures

<!-- Made by \`npm run docs\`; \`node scripts/picture.mjs screens\` takes the pictures. -->

The deck in every scenario of the simulated cluster, then panes in full, pages and dialogs with the keys that lead there, then
every screen, at 160x48. A scenario is opened with \`storedeck --demo=NAME\`, a screen with a word behind \`:\`
([screens.md](screens.md)); \`_\` describes the row under the cursor below it, as it does here.
`;

/** @param {string} title @param {string} line @param {string} dark @param {string} [light] */
const entry = (title, line, dark, light) =>
  [
    `### ${title}`,
    '',
    `${line}${light === undefined ? '' : ` ([light](pictures/${light}.svg))`}`,
    '',
    `![${title}](pictures/${dark}.svg)`,
    '',
  ].join('\n');

/** @param {string} text */
const sentence = (text) => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

/** @returns {string} docs/pictures.md: pictures of the deck in every scenario, of views that keys lead to, and of every screen */
export function picturesDocument() {
  const scenarios = PICTURED_SCENARIOS.map((name) =>
    entry(name, sentence(scenarioOf(name).summary), pictureOfDeck(name)),
  );
  const views = PICTURED_VIEWS.map((view) => {
    const keys = view.keys.map((key) => `\`${keyLabel(key, false)}\``).join(' ');
    return entry(view.title, `In \`--demo=${view.scenario}\`: ${keys}`, pictureOfView(view));
  });
  const screens = SHOTS.map((shot) => {
    const { title, help } = screenOf(shot);
    const name = shot.name === undefined ? title : `${title}: ${shot.name}`;
    return entry(name, sentence(help), pictureOfShot(shot, 'dark'), pictureOfShot(shot, 'light'));
  });
  return [
    HEAD,
    '## Scenarios',
    '',
    ...scenarios,
    '## Panes, pages and dialogs',
    '',
    ...views,
    '## Screens',
    '',
    ...screens,
  ].join('\n');
}
