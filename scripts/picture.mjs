// node scripts/picture.mjs NAME COLSxROWS [STEP ...] -- ARGS: writes docs/pictures/NAME.svg, the screen of storedeck ARGS in
// a real terminal, and if rsvg-convert is installed also dist/pictures/NAME.png for viewing.
//
// Steps, in order: --until REGEXP, --wait MS, --keys "4 Down Enter" (names as in test/support/keyBytes.ts), --type TEXT.
// At the end it waits until the screen is quiet.
//
// `walkthrough` alone takes the pictures of docs/walkthrough.md, `screens` alone those of docs/pictures.md.
import { inOwnNode } from './lib/ownNode.mjs';
import { say } from './lib/project.mjs';

await inOwnNode(import.meta.url, async () => {
  const { takePicture, takeWalkthrough } = await import('./picture/take.mjs');
  const { takeScreens } = await import('./picture/screens.mjs');
  const [what = '', ...others] = process.argv.slice(2);
  const sets = new Map([
    ['walkthrough', takeWalkthrough],
    ['screens', takeScreens],
  ]);
  const takeSet = others.length === 0 ? sets.get(what) : undefined;
  for (const file of await (takeSet ? takeSet() : takePicture(process.argv.slice(2)))) say(`${file} written`);
});
