import { contract } from '../../src/api/contract/index.ts';
import { isExtension } from '../../src/api/operation.ts';
import { LIMITS, UNSUPPORTED } from '../../src/service/ceph/limits.ts';

/** @import { OperationId } from '../../src/api/contract/index.ts' */

/** @param {string} text the text of a table cell, escaped so that it does not end the cell or the line */
const cell = (text) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** @type {readonly (readonly [OperationId, string])[]} */
const unsupported = Object.entries(UNSUPPORTED).map(([id, { unsupported: why }]) => [
  /** @type {OperationId} */ (id),
  why,
]);
const limited = LIMITS.flatMap(({ operations, why }) =>
  operations.map((id) => /** @type {const} */ ([id, why])),
);

/**
 * @param {readonly (readonly [OperationId, string])[]} declined operations with the reasons
 * @param {string} reason the heading of the column with the reasons
 */
function table(declined, reason) {
  const rows = declined.map(([id, why]) => {
    const { method, path, summary } = contract[id];
    return `| \`${id}\` | \`${method} ${path}\` | ${cell(summary)} | ${cell(why)} |`;
  });
  return [`| operation | request | what for | ${reason} |`, '|---|---|---|---|', ...rows].join('\n');
}

/** @returns {string} docs/engines.md: the parts of the interface that each engine supports */
export function enginesDocument() {
  const all = Object.values(contract).filter((operation) => !isExtension(operation)).length;
  const beyond = Object.keys(contract).length - all;
  return `# What each engine can do

<!-- Made by \`npm run docs\` from src/api/contract and src/service/ceph/limits.ts. -->

The interface has ${all} operations, and ${beyond} extensions below \`/extensions\` that a service may lack. The same suite
(\`test/interface\`) calls each of them, rightly and wrongly, on both engines.

**The simulated cluster** (\`--engine sim\`) does all that there is to do in its model; nothing is answered with 501.

**A real Ceph cluster** (\`--engine ceph\`) does all but the following, which is declined with status 501 and the reason:

${table(unsupported, 'why it is not possible')}

Of ${limited.length} more operations, a part is not possible, and declined likewise:

${table(limited, 'what is not possible')}

HA groups, networks and the main address are checked and kept, and nothing else: no address of a server is configured or moved.
[Decision 31](decisions/0031-what-is-left-to-others.md) has the reasons for all of this.

Each change of the engine is tested on Ceph 16.2 and 20.2. Where a manager module does not load, as with the Ceph 18.2 of Debian 13,
only what that module answers is declined with 501 and the reason: crash reports and the progress of the cluster's own work.
Of the facts, those of the balancer, the autoscaler and upgrades are missing, and there is no orchestrator.

Where there is nothing to do, an operation is declined with 409 and says so: on either engine \`createCluster\`, because
there is a cluster, \`deleteServerNic\`, because servers report their own interfaces, \`migrateToMimic\`, because every
supported release is a later one, and \`enterMaintenance\` and \`leaveMaintenance\` of a server that no orchestrator has.
`;
}
