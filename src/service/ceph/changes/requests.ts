import type { ChangeRequest } from '../../../api/contract/crush.ts';
import type { Input } from '../../../api/contract/index.ts';
import type { Task } from '../../../api/contract/shapes.ts';
import { wantedHierarchy, type Hierarchy, hierarchyOf, type HierarchyNode } from '../../crushHierarchy.ts';
import { requestsToDrop } from '../../decisions.ts';
import { Refusal } from '../../engine.ts';
import { mapHasChanged, nothingToChange, refuseDecision, refuseRequest } from '../../rules/changeRequests.ts';
import { refuseCrushMap, refuseLostStarts, refuseTwoParents, type RuleStarts } from '../../rules/crushMap.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Ceph } from '../client/ceph.ts';
import { readRules, type RuleDump } from '../crush/rules.ts';
import type { Inventory } from '../map/inventory.ts';
import type { OsdTree, OsdTreeNode } from '../map/osdTree.ts';
import type { Collection } from '../state/collection.ts';
import type { Say, TaskTable } from '../tasks/board.ts';
import { commandsFor, conflictOf, type WeightOf } from './commands.ts';
import { crushChanges, describeChange, type CrushChange } from './diff.ts';

const nodeOf = ({
  id,
  name,
  type,
  children = [],
  device_class = '',
  reweight = 1,
}: OsdTreeNode): HierarchyNode => ({ id, name, type, children, deviceClass: device_class, reweight });

/** The current map, for comparison with a wanted one. @throws Refusal 400 when a node is in two buckets */
export function presentHierarchy({ nodes, stray }: OsdTree): Hierarchy {
  const hierarchy = hierarchyOf([...nodes, ...stray].map(nodeOf), stray);
  enforce(refuseTwoParents(hierarchy));
  return hierarchy;
}

/** The buckets that each rule starts from. The dump names a bucket limited to a device class `default~ssd`. */
function ruleStarts(rules: readonly RuleDump[], { nodes }: Hierarchy): RuleStarts[] {
  const ids = new Map(Array.from(nodes.values(), ({ id, name }) => [name, id]));
  return rules.map(({ rule_name, steps }) => ({
    name: rule_name,
    buckets: steps.flatMap(({ op, item_name = '' }) =>
      op === 'take' ? (ids.get(item_name.split('~')[0] ?? '') ?? []) : [],
    ),
  }));
}

type Decision = 'PENDING' | 'APPROVED' | 'REJECTED';

/** A stored change request. */
export interface SavedRequest {
  readonly createdBy: string;
  readonly changes: readonly CrushChange[];
  readonly state: Decision;
}

/** Changes of the CRUSH map that need approval. */
export interface ChangeRequests {
  /** The newest first. */
  list(): Promise<ChangeRequest[]>;
  /** Stores a request without changing the map. @throws Refusal 400, 409 when there is nothing to change */
  propose(map: Input<'changeCrushMap'>['body'], by: string): Promise<ChangeRequest>;
  /**
   * Makes the change one command at a time; it never replaces the whole map.
   * @throws Refusal 404, 409 when it is already decided or the map has changed since
   */
  approve(id: number, by: string): Promise<Task>;
  /** @throws Refusal 404, 409 when it is already decided */
  reject(id: number): Promise<void>;
}

interface ChangeRequestSources {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly requests: Collection<SavedRequest>;
  readonly tasks: TaskTable;
  /** Wraps a change of the CRUSH map in the hooks that run before and after it. */
  readonly around: <T>(change: string, apply: () => Promise<T>) => Promise<T>;
}

/** The number of changes that a description names. */
const NAMED = 3;
/** `osd df` counts KiB; weights are TiB. */
const KIB_IN_TIB = 2 ** 30;

function describeAll(changes: readonly CrushChange[]): string {
  const named = changes.slice(0, NAMED).map(describeChange).join('; ');
  return changes.length > NAMED ? `${named}; and ${changes.length - NAMED} more` : named;
}

const toWire = (id: number, { createdBy, changes, state }: SavedRequest): ChangeRequest => ({
  id,
  description: describeAll(changes),
  createdBy: { id: 0, name: createdBy },
  affectedObject: 'CRUSH map',
  changes: [...changes],
  state,
});

/** Stores the requests in the cluster, so that every management node sees them. */
export function createChangeRequests({
  ceph,
  inventory,
  requests,
  tasks,
  around,
}: ChangeRequestSources): ChangeRequests {
  /** Reads the present map, without the cache. */
  const readPresent = async (): Promise<Hierarchy> =>
    presentHierarchy(await ceph.read<OsdTree>({ prefix: 'osd tree' }, { fresh: true }));

  const decide = (id: number, state: Decision) =>
    requests.update(id, (present) => {
      enforce(refuseDecision(id, present));
      return { ...present, state };
    });

  const requireApplicable = (changes: readonly CrushChange[], present: Hierarchy): void => {
    // Only changes that do not depend on an earlier step of the same request can be checked in advance.
    const newNames = new Set(
      changes.flatMap((change) => (change.type === 'RENAME_BUCKET' ? [change.to] : [])),
    );
    for (const change of changes) {
      if (newNames.has(change.node) || ('from' in change && newNames.has(String(change.from)))) continue;
      const why = change.type === 'REMOVE_BUCKET' ? undefined : conflictOf(change, present);
      if (why !== undefined) throw refusal(mapHasChanged(why));
    }
  };

  const apply = async (changes: readonly CrushChange[], say: Say, cancelled: AbortSignal): Promise<void> => {
    const usage = new Map((await inventory.usage()).map(({ id, kb }) => [id, kb]));
    const weightOf: WeightOf = (id) => {
      const kb = usage.get(id);
      return kb === undefined || kb === 0 ? undefined : kb / KIB_IN_TIB;
    };
    for (const change of changes) {
      if (cancelled.aborted) return;
      const present = await readPresent();
      const why = conflictOf(change, present);
      if (why !== undefined) throw new Refusal(409, `could not ${describeChange(change)}: ${why}`);
      await ceph.write(...commandsFor(change, present, weightOf));
      say(describeChange(change));
    }
  };

  return {
    list: async () => (await requests.entries()).map(([id, saved]) => toWire(id, saved)).toReversed(),
    async propose(map, by) {
      const known = await requests.entries();
      enforce(refuseRequest(known.map(([, request]) => request)));
      const [present, rules] = await Promise.all([readPresent(), readRules(ceph)]);
      enforce(refuseCrushMap(map, present));
      const wanted = wantedHierarchy(map, present);
      enforce(refuseLostStarts(wanted, present, ruleStarts(rules, present)));
      const changes = crushChanges(present, wanted);
      if (changes.length === 0) throw refusal(nothingToChange());
      const [id, saved] = await requests.add(() => ({ createdBy: by, changes, state: 'PENDING' }));
      for (const old of requestsToDrop(known)) await requests.remove(old);
      return toWire(id, saved);
    },
    async approve(id, by) {
      const asked = await requests.get(id);
      enforce(refuseDecision(id, asked));
      requireApplicable(asked.changes, await readPresent());
      await tasks.admit();
      const { changes } = await decide(id, 'APPROVED');
      return tasks.start({
        name: 'Change CRUSH map',
        object: `change request ${id}`,
        by,
        run: (say, cancelled) => around(describeAll(changes), () => apply(changes, say, cancelled)),
      });
    },
    reject: async (id) => void (await decide(id, 'REJECTED')),
  };
}
