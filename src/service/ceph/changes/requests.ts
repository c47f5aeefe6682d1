import type { ChangeRequest } from '../../../api/contract/crush.ts';
import type { Input } from '../../../api/contract/index.ts';
import type { Task } from '../../../api/contract/shapes.ts';
import { wantedHierarchy, type Hierarchy, hierarchyOf, type HierarchyNode } from '../../crushHierarchy.ts';
import { requestsToDrop } from '../../decisions.ts';
import { Refusal } from '../../engine.ts';
import { mapHasChanged, nothingToChange, refuseDecision, refuseRequest } from '../../rules/changeRequests.ts';
import { refuseCrushMap, refuseLostStarts, refuseTwoPlaces, type RuleStarts } from '../../rules/crushMap.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Ceph } from '../ceph.ts';
import { readRules, type RuleDump } from '../crush/rules.ts';
import type { Inventory } from '../inventory.ts';
import type { OsdTree, OsdTreeNode } from '../osdTree.ts';
import type { Collection } from '../state/collection.ts';
import type { TaskTable } from '../tasks/board.ts';
import { commandsFor, misfit, type WeightOf } from './commands.ts';
import { crushChanges, inWords, type CrushChange } from './diff.ts';

const nodeOf = ({
  id,
  name,
  type,
  children = [],
  device_class = '',
  reweight = 1,
}: OsdTreeNode): HierarchyNode => ({ id, name, type, children, deviceClass: device_class, reweight });

/** The map in force, to be compared with a wanted one. @throws Refusal 400 when a node stands in two buckets */
export function presentHierarchy({ nodes, stray }: OsdTree): Hierarchy {
  const hierarchy = hierarchyOf(
    [...nodes, ...stray].map(nodeOf),
    stray.map(({ id }) => id),
  );
  enforce(refuseTwoPlaces(hierarchy));
  return hierarchy;
}

/** The buckets that each rule starts from. A part of one device class is named `default~ssd` in the dump. */
function ruleStarts(rules: readonly RuleDump[], { nodes }: Hierarchy): RuleStarts[] {
  const ids = new Map(Array.from(nodes.values(), ({ id, name }) => [name, id]));
  return rules.map(({ rule_name, steps }) => ({
    name: rule_name,
    buckets: steps.flatMap(({ op, item_name = '' }) =>
      op === 'take' ? (ids.get(item_name.split('~')[0] ?? '') ?? []) : [],
    ),
  }));
}

type State = 'PENDING' | 'APPROVED' | 'REJECTED';

/** A change request as it is kept. */
export interface KeptRequest {
  readonly createdBy: string;
  readonly changes: readonly CrushChange[];
  readonly state: State;
}

/** Changes of the CRUSH map that wait for someone to approve them. */
export interface ChangeRequests {
  /** The newest first. */
  list(): Promise<ChangeRequest[]>;
  /** Notes what is to be changed, and changes nothing. @throws Refusal 400, 409 when there is nothing to change */
  propose(map: Input<'changeCrushMap'>['body'], by: string): Promise<ChangeRequest>;
  /**
   * Makes the change, with one command after the other; never by putting a whole map in place of the one that is.
   * @throws Refusal 404, 409 when it was decided before or the map has changed since
   */
  approve(id: number, by: string): Promise<Task>;
  /** @throws Refusal 404, 409 when it was decided before */
  reject(id: number): Promise<void>;
}

interface Surroundings {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly requests: Collection<KeptRequest>;
  readonly tasks: TaskTable;
  /** Runs what is to happen before and after a change of the CRUSH map around it. */
  readonly around: <T>(change: string, apply: () => Promise<T>) => Promise<T>;
}

/** Steps that a description names. */
const NAMED = 3;
/** `osd df` counts KiB; weights are TiB. */
const KIB_IN_TIB = 2 ** 30;

function describe(changes: readonly CrushChange[]): string {
  const named = changes.slice(0, NAMED).map(inWords).join('; ');
  return changes.length > NAMED ? `${named}; and ${changes.length - NAMED} more` : named;
}

const toWire = (id: number, { createdBy, changes, state }: KeptRequest): ChangeRequest => ({
  id,
  description: describe(changes),
  createdBy: { id: 0, name: createdBy },
  affectedObject: 'CRUSH map',
  changes: [...changes],
  state,
});

/** Requests are kept in the cluster, so that every management node has them. */
export function createChangeRequests(surroundings: Surroundings): ChangeRequests {
  const { ceph, inventory, requests, tasks, around } = surroundings;

  /** The map as it is now, not as it was a moment ago. */
  const readPresent = async (): Promise<Hierarchy> =>
    presentHierarchy(await ceph.read<OsdTree>({ prefix: 'osd tree' }, { fresh: true }));

  const decide = (id: number, state: State) =>
    requests.update(id, (present) => {
      enforce(refuseDecision(id, present));
      return { ...present, state };
    });

  const requireFits = (changes: readonly CrushChange[], present: Hierarchy): void => {
    // Later steps may build on earlier ones; what each finds is only known for those that stand alone.
    const made = new Set(changes.flatMap((change) => (change.type === 'RENAME_BUCKET' ? [change.to] : [])));
    for (const change of changes) {
      if (made.has(change.node) || ('from' in change && made.has(String(change.from)))) continue;
      const why = change.type === 'REMOVE_BUCKET' ? undefined : misfit(change, present);
      if (why !== undefined) throw refusal(mapHasChanged(why));
    }
  };

  const apply = async (
    changes: readonly CrushChange[],
    say: (line: string) => void,
    cancelled: AbortSignal,
  ): Promise<void> => {
    const usage = new Map((await inventory.usage()).map(({ id, kb }) => [id, kb]));
    const weightOf: WeightOf = (id) => {
      const kb = usage.get(id);
      return kb === undefined || kb === 0 ? undefined : kb / KIB_IN_TIB;
    };
    for (const change of changes) {
      if (cancelled.aborted) return;
      const present = await readPresent();
      const why = misfit(change, present);
      if (why !== undefined) throw new Refusal(409, `could not ${inWords(change)}: ${why}`);
      await ceph.write(...commandsFor(change, present, weightOf));
      say(inWords(change));
    }
  };

  return {
    list: async () => (await requests.entries()).map(([id, kept]) => toWire(id, kept)).toReversed(),
    async propose(map, by) {
      const known = await requests.entries();
      enforce(refuseRequest(known.map(([, request]) => request)));
      const [present, rules] = await Promise.all([readPresent(), readRules(ceph)]);
      enforce(refuseCrushMap(map, present));
      const wanted = wantedHierarchy(map, present);
      enforce(refuseLostStarts(wanted, present, ruleStarts(rules, present)));
      const changes = crushChanges(present, wanted);
      if (changes.length === 0) throw refusal(nothingToChange());
      const [id, kept] = await requests.add(() => ({ createdBy: by, changes, state: 'PENDING' }));
      for (const old of requestsToDrop(known)) await requests.remove(old);
      return toWire(id, kept);
    },
    async approve(id, by) {
      const asked = await requests.get(id);
      enforce(refuseDecision(id, asked));
      requireFits(asked.changes, await readPresent());
      await tasks.admit();
      const { changes } = await decide(id, 'APPROVED');
      return tasks.start({
        name: 'Change CRUSH map',
        object: `change request ${id}`,
        by,
        run: (say, cancelled) => around(describe(changes), () => apply(changes, say, cancelled)),
      });
    },
    reject: async (id) => void (await decide(id, 'REJECTED')),
  };
}
