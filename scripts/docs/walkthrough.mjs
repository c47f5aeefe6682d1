import { jobs, keysAtFirst, keysOf } from '../../test/walkthrough/jobs.ts';

const HEAD = `# Ten jobs without reading the documentation

<!-- Made by \`npm run docs\` from test/walkthrough/jobs.ts. -->

What somebody on call wants in the first minutes of an incident and after them, on a terminal of 80x24 over the simulated
cluster, with the keys that it takes. \`test/scenarios/walkthrough.test.ts\` walks all of them in a real terminal, so the
keys are those of the program as it is. A character that is typed counts as a key. *Keys at first* is what each job took
when they were first walked; what protects, a typed \`yes\` or a name, is asked for as it was then.
`;

/** The obstacles found when the jobs were first walked through, and how they were removed. */
const MENDED = `## What was in the way

Found by walking, and mended:

- From a check or an OSD there was no way to its log but to type a filter. Now \`L\` shows the log of what the cursor is
  on, \`T\` its tasks, \`o\` what is related; all three stand in the details of a row too.
- The log of an OSD on a dead server was empty, since nothing there writes any more. Now it is what others say of it.
- After the filter of the log had changed, the pane could stay blank until the next line came.
- \`:noout\` was an unknown command, and that was all. Now it asks whether \`set noout\` was meant.
- Forms did not say that Enter goes on.
- On a slow link Enter can arrive in one piece with the text before it. That confirms nothing, as with a paste, but
  nothing told so. Now the foot of the screen does.
- At 80 columns, one column of what lies below stood on either side of a dialog.
- The footer named two keys for the same thing (\`q back\`, \`Esc back\`) and so had less room for others.
- What to do was said, and then had to be looked for: noout among ten flags, the disk in its pane. Now \`x\` opens the
  dialog of what the line DO suggests, where it can be done from here.
`;

/** @param {string} text */
const cell = (text) => text.replaceAll('|', String.raw`\|`);

/** @param {import('../../test/walkthrough/jobs.ts').Job} job */
function keysText({ steps }) {
  const texts = steps.flatMap((step) =>
    'press' in step ? step.press.map((key) => `\`${key}\``) : 'type' in step ? [`type \`${step.type}\``] : [],
  );
  return texts.length === 0 ? 'none' : texts.join(' ');
}

/** @returns {string} docs/walkthrough.md: the keys that each job takes, with pictures of some of them */
export function walkthroughDocument() {
  const rows = jobs.map(
    (job, index) =>
      `| ${index + 1} | ${cell(job.wish)} | ${cell(keysText(job))} | ${keysAtFirst(job)} | ${keysOf(job)} | ${cell(job.clue)} |`,
  );
  const pictures = jobs.flatMap(({ wish, picture }, index) =>
    picture === undefined ? [] : [`${index + 1}. ${wish}\n\n![${wish}](pictures/${picture}.svg)\n`],
  );
  const table = [
    '| | wish | keys | keys at first | keys now | what says so |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  return [HEAD, `${table}\n`, MENDED, '## Pictures\n', ...pictures].join('\n');
}
