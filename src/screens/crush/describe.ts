import { exact } from '../../lib/decimal.ts';
import { bytes, percent } from '../../lib/format.ts';
import type { Description } from '../../store/action/action.ts';
import type { TreeNode } from '../../store/answers/tree.ts';
import { statusOf } from './rows.ts';

/** The description of a node of the CRUSH map. */
export function describeNode(node: TreeNode): Description {
  const { osds } = node;
  return {
    title: `${node.type.toLowerCase()} ${node.name}`,
    facts: [
      ['status', statusOf(node) || '--'],
      ['class', node.deviceClass || '--'],
      ['size', bytes(node.size)],
      [
        node.type === 'OSD' ? 'used' : 'used of OSDs up and in',
        `${percent(node.usedShare, 1)} (${bytes(node.type === 'OSD' ? node.used : node.space.used)})`,
      ],
      ['reweight', node.reweight === undefined ? '--' : exact(node.reweight)],
      ['OSDs', String(osds.total)],
      ['up', String(osds.up)],
      ['down and in', String(osds.downIn)],
      ['out', String(osds.out)],
      ['destroyed', String(osds.destroyed)],
    ],
    text: [
      ...(node.lost.length > 0
        ? [`The map lists children that it does not define: ${node.lost.join(', ')}`]
        : []),
      ...(node.stray ? ['Stray: in no bucket of the tree, so no data is placed on it.'] : []),
    ],
  };
}
