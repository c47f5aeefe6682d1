import { expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/app/commandLine/commands.ts';
import { deck, openDeck, text } from '../../screens/openedDeck.ts';

async function* nothing(): AsyncGenerator<Uint8Array> {}

test(':q asks first while files are being transferred, as the key q does, and otherwise quits at once', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 1000);
  const quit = vi.fn();
  const run = () => runCommand({ ...deck.cockpit, quit }, 'q');
  const { promise: whole, resolve: arrive } = Promise.withResolvers<void>();
  const file = { name: 'disk.img', content: nothing() };
  const sent = deck.cockpit.transfers.sending({ form: { file } }, () => whole);
  run();
  expect(await text()).toMatch(/Leave storedeck\?[^]*1 file is being transferred, and would not arrive/);
  expect(quit).not.toHaveBeenCalled();
  await deck.press('esc');
  arrive();
  await sent;
  run();
  expect(quit).toHaveBeenCalledOnce();
});
