// npm run lock: completes package-lock.json with the packages for other machines that npm has left out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './build/output.mjs';
import { root, runScript, say } from './lib/project.mjs';
import { complete } from './lock/complete.mjs';
import { withChecksums } from './lock/registry.mjs';

await runScript(async () => {
  const path = join(root, 'package-lock.json');
  const text = readFileSync(path, 'utf8');
  const lock = JSON.parse(text);
  const whole = complete(lock.packages);
  const added = Object.keys(whole).length - Object.keys(lock.packages).length;
  const { packages, without, refused } = await withChecksums(whole);
  const written = `${JSON.stringify({ ...lock, packages }, null, 2)}\n`;
  if (written !== text) await replaceFile(path, written);
  if (refused !== undefined) say(`the registry could not be asked for checksums: ${refused}`);
  const rest = without === 0 ? 'each has a checksum' : `${without} have no checksum`;
  say(`package-lock.json is whole: ${added} packages for other machines added, ${rest}`);
});
