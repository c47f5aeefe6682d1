import { contract } from '../../src/api/contract/index.ts';
import { LIMITS } from '../../src/service/ceph/limits.ts';

/** @import { Limit } from '../../src/service/ceph/limits.ts' */

/** @param {string} text a cell of a table: nothing in it ends the cell or the line */
const cell = (text) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/**
 * @param {Limit['when']} when
 * @param {string} reason the head of the column that says why
 */
function table(when, reason) {
  const rows = LIMITS.filter((limit) => limit.when === when).flatMap(({ operations, why }) =>
    operations.map((id) => {
      const { method, path, summary } = contract[id];
      return `| \`${id}\` | \`${method} ${path}\` | ${cell(summary)} | ${cell(why)} |`;
    }),
  );
  return [`| operation | request | what for | ${reason} |`, '|---|---|---|---|', ...rows].join('\n');
}

/** @returns {string} docs/engines.md: what the engines can do of the interface, and what not */
export function enginesDocument() {
  const all = Object.keys(contract).length;
  const limited = (/** @type {Limit['when']} */ when) =>
    new Set(LIMITS.filter((limit) => limit.when === when).flatMap(({ operations }) => operations)).size;
  return `# What each engine can do

<!-- Made by \`npm run docs\` from src/api/contract and src/service/ceph/limits.ts. -->

The interface has ${all} operations. The same suite (\`test/interface\`) calls each of them, rightly and wrongly, on both
engines.

**The simulated cluster** (\`--engine sim\`) does all that there is to do in its model; nothing is answered with 501.

**A real Ceph cluster** (\`--engine ceph\`) does all but ${limited('always')}, which are declined with status 501 and the reason:

${table('always', 'why it is not possible')}

Of ${limited('sometimes')} more, a part is not possible, and declined likewise:

${table('sometimes', 'what is not possible')}

Where there is nothing to do, an operation is declined with 409 and says so: on either engine \`createCluster\`, for there
is a cluster; on the simulated one also \`migrateToMimic\`, for it runs a later release, and \`deleteServerNic\`, for all
its interfaces are there.
`;
}
