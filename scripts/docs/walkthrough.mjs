import { jobs, keysAtFirst, keysOf } from '../../test/walkthrough/jobs.ts';

const HEAD = `# Ten jobs without reading the documentation

<!-- Made by \`npm run docs\` from test/walkthrough/jobs.ts. -->

The questions and tasks of an operator on call during and after an incident, with the keys that they take on a terminal of
80x24, on the simulated cluster. \`test/scenarios/walkthrough.test.ts\` performs all of them in a real terminal, so the keys
are up to date. A typed character counts as a key. *Keys at first* is the number of keys in the first version of the program.
The confirmations, a typed \`yes\` or a name, are the same as then.
`;

/** The obstacles found when the jobs were first walked through, and how they were removed. */
const MENDED = `## What was in the way

The first walk through these jobs found the following obstacles, which have been removed:

- The log of a check or an OSD could only be found by typing a filter. Now \`L\` shows the log of the selected row, \`T\` its
  tasks, and \`o\` related objects, on its details page too.
- The log of an OSD on a dead server was empty, because nothing there writes any more. Now it shows what other daemons report
  about the OSD.
- After a change of the log's filter, the pane could stay blank until the next line came.
- \`:noout\` was only rejected as an unknown command. Now the message suggests \`set noout\`.
- Forms did not show that Enter continues.
- On a slow link, Enter can arrive in one piece with the text before it. Like a paste, that confirms nothing, but nothing
  explained it. Now the footer does.
- At 80 columns, one column of the screen below was visible on either side of a dialog.
- The footer named two keys for the same function (\`q back\`, \`Esc back\`), which left less room for others.
- The suggested action was named, but had to be searched for: noout among ten flags, the disk in its pane. Now \`x\` opens
  the dialog of the action in the line DO, if the console can perform it.
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
    '| | wish | keys | keys at first | keys now | where the screen shows it |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  return [HEAD, `${table}\n`, MENDED, '## Pictures\n', ...pictures].join('\n');
}
