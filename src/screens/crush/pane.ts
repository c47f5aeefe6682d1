import type { Binding } from '../../keys/binding.ts';
import { bytes, percent } from '../../lib/format.ts';
import { partKey } from '../../store/answers/blame.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import { below, type TreeNode } from '../../store/answers/tree.ts';
import type { TreeRow } from '../../store/answers/treeRows.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Acts, Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { updateList } from '../../store/session/view.ts';
import { treePrefix } from '../../widgets/tree.ts';
import { measuredDisk, measuredServer, type Measured } from '../figures/figures.ts';
import { fillRole, levelRole, quietRole } from '../levels.ts';
import { actionsOn } from '../list/action.ts';
import { signColumn, type ColumnSpec } from '../list/columns.ts';
import { listPane } from '../list/pane.ts';
import { osdActions } from '../maintenance/actions.ts';
import type { Pane } from '../pane.ts';
import { osdSubject, type Subject } from '../relatedActivity.ts';
import { openScreen, showPane } from '../screen.ts';
import { describeNode } from './describe.ts';
import { filteredTree, statusOf, treeRows } from './rows.ts';
import { treeBindings, type TreeState } from './treeKeys.ts';

const treeState = ({ view, facts }: Known & Shown): TreeState => ({
  tree: () => facts.tree(),
  toggled: () => view.getState().toggled,
  setToggled: (toggled) => view.setState({ toggled }),
  goTo: (id) => updateList(view, 'crush', { cursor: String(id) }),
});

const columns: readonly ColumnSpec<TreeRow>[] = [
  signColumn(({ node }) => node.level),
  {
    id: 'name',
    title: 'NODE',
    flex: 3,
    min: 12,
    priority: 0,
    name: true,
    prefix: (row, { look }) => treePrefix(row, look),
    cell: ({ node }) => ({
      text: node.name,
      role: node.level === 'ok' ? 'text' : levelRole(node.level),
    }),
  },
  {
    id: 'type',
    title: 'TYPE',
    width: 10,
    priority: 6,
    cell: ({ node }) => ({ text: node.type.toLowerCase(), role: 'dim' }),
  },
  {
    id: 'status',
    title: 'STATUS',
    width: 9,
    priority: 1,
    cell: ({ node }) => ({
      text: statusOf(node),
      role: quietRole(node.level),
    }),
  },
  {
    id: 'class',
    title: 'CLASS',
    width: 5,
    priority: 5,
    cell: ({ node }) => ({ text: node.deviceClass, role: 'dim' }),
  },
  {
    id: 'used',
    title: 'USED',
    width: 5,
    align: 'right',
    priority: 2,
    cell: ({ node }) => ({ text: percent(node.usedShare), role: fillRole(node.usedShare, node.fill) }),
  },
  {
    id: 'size',
    title: 'SIZE',
    width: 8,
    align: 'right',
    priority: 4,
    cell: ({ node }) => ({ text: bytes(node.size), role: 'dim' }),
  },
];

const osdOf = ({ node: { type, id, status } }: TreeRow) =>
  type === 'OSD' ? { osdId: id, status } : undefined;

const bindings = (cockpit: Cockpit, row: TreeRow | undefined): Binding[] => [
  {
    keys: ['e'],
    label: 'edit',
    help: 'Edit the map: move, add, rename and reweight nodes, then request the change',
    footer: 6,
    run: () => openScreen(cockpit, 'crush-edit'),
  },
  ...treeBindings(treeState(cockpit), row, {
    open: ['right', 'l', '+'],
    toggle: ['space'],
    all: ['X'],
    footer: 5,
  }),
];

function summary(cockpit: Known & Shown): string {
  const tree = cockpit.facts.tree();
  const down = tree.roots.reduce((sum, root) => sum + root.osds.down, 0);
  const total = tree.roots.reduce((sum, root) => sum + root.osds.total, 0);
  const { paint } = cockpit.look;
  return `${total - down}/${total} OSDs up${down > 0 ? `, ${paint('error', `${down} down`)}` : ''}`;
}

/** The subject of a node's log and tasks: an OSD, or the server of a host. */
function subjectOf(cockpit: Known, { type, id, name }: TreeNode): Subject | undefined {
  const osds = cockpit.facts.osds();
  if (type === 'OSD') {
    const row = osds.find(({ osdId }) => osdId === id);
    return osdSubject(id, row ?? {});
  }
  if (type !== 'HOST') return undefined;
  return { names: [name], serverId: osds.find(({ host }) => host === name)?.serverId };
}

/** The disk of an OSD, or the server of a host. */
function measuredNode({ facts }: Known, { type, id, name }: TreeNode): readonly Measured[] {
  const osds = facts.osds();
  if (type === 'HOST') return measuredServer(osds.find(({ host }) => host === name)?.serverId);
  const osd = type === 'OSD' ? osds.find(({ osdId }) => osdId === id) : undefined;
  return measuredDisk(osd?.serverId, osd?.device);
}

/** The part of the cluster that a node represents. */
const partOf = ({ type, id, name }: TreeNode): string =>
  type === 'OSD' ? partKey('osd', id) : partKey('place', name);

/** The parts that are folded into a row. */
const foldedParts = ({ node, expanded }: TreeRow): Iterable<string> =>
  expanded ? [] : below(node).map(partOf);

/** The names of a row's own OSD and of those folded into it, which may be all of the cluster: one after the other. */
function* osdsIn({ node, expanded }: TreeRow): Generator<string> {
  for (const { type, id } of expanded ? [node] : below(node)) if (type === 'OSD') yield `osd.${id}`;
}

/** The CRUSH tree, in which parents show the problems below them. */
export const crushPane: Pane = listPane<TreeRow>({
  id: 'crush',
  changing: ['osd'],
  reads: [resources.crush],
  rows: treeRows,
  filtered: filteredTree,
  rowId: (row) => String(row.node.id),
  answers: ({ node }) => [answered('getCrushMap', node.node)],
  level: (row) => row.node.level,
  favourite: ({ node: { type, id } }) =>
    type === 'OSD' ? { home: 'pane disks', scope: {}, row: `osd.${id}` } : undefined,
  subjects: osdsIn,
  blamed: { parts: ({ node }) => [partOf(node)], also: { word: 'below', parts: foldedParts } },
  dated: resources.crush,
  empty: 'The CRUSH map has no nodes.',
  columns,
  bindings: (cockpit, _scope, row) => bindings(cockpit, row),
  summary,
  describe: (_cockpit, { node }) => describeNode(node),
  measured: ({ node }, cockpit) => measuredNode(cockpit, node),
  actions: actionsOn(osdActions, osdOf),
  subject: ({ node }, _scope, cockpit) => subjectOf(cockpit, node),
  links: ({ node }) => [
    ...(node.type === 'HOST'
      ? [
          {
            label: `disks of ${node.name}`,
            screen: 'server-disks',
            scope: { server: node.name },
            onPage: true as const,
          },
        ]
      : []),
    ...(node.type === 'OSD'
      ? [
          {
            label: `${node.name} in the disks pane`,
            go: (cockpit: Shown & Acts) => showPane(cockpit, 'disks', `name:${node.name}`),
          },
        ]
      : []),
    { label: 'CRUSH rules', screen: 'crush-rules', scope: {} },
    { label: 'device classes', screen: 'device-classes', scope: {} },
    { label: 'erasure code profiles', screen: 'ec-profiles', scope: {} },
    { label: 'destroyed OSDs', screen: 'destroyed-osds', scope: {} },
  ],
});
