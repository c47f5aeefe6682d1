import type { ChangeRequest } from '../../../api/contract/crush.ts';
import type { WantedMap } from '../../crushHierarchy.ts';
import { requestsToDrop } from '../../decisions.ts';
import { Refusal } from '../../engine.ts';
import { Numbered, type SavedNumbers } from '../../numbered.ts';
import { mapHasChanged, nothingToChange, refuseDecision, refuseRequest } from '../../rules/changeRequests.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { buildTree } from '../crush/tree.ts';
import { logAudit, logManagement } from '../log/write.ts';
import type { Model } from '../model/model.ts';
import { requireQuorum } from '../monitors/quorum.ts';
import { markIn, markOut } from '../osds/map.ts';
import { saveOsd, saveTree } from '../persistence/hardware.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { displacedFrom, repeer } from '../placementGroups/peering.ts';
import { crushChanged } from '../placementGroups/remap.ts';
import { crushChanges, describeChanges, isOsdChange, type SimCrushChange } from './diff.ts';
import { readPlan, type CrushPlan, type OsdPlan } from './plan.ts';

/** Applies a plan to the CRUSH map of the cluster; the data then moves. */
function applyPlan(model: Model, { buckets, osds }: CrushPlan): void {
  model.crush = buildTree(buckets, model.osds);
  for (const { osd, deviceClass } of osds) osd.deviceClass = deviceClass;
  crushChanged(model);
  for (const plan of osds) reweigh(model, plan);
}

function reweigh(model: Model, { osd, reweight }: OsdPlan): void {
  if (reweight === 0) {
    markOut(model, osd);
  } else if (!osd.in || osd.reweight !== reweight) {
    osd.reweight = reweight;
    if (osd.in) repeer(model, [...displacedFrom(model, osd), ...osd.shards]);
    else markIn(model, osd);
  }
}

interface Request {
  /** The requested map, until the request is decided. */
  wanted?: WantedMap;
  readonly description: string;
  readonly changes: readonly SimCrushChange[];
  readonly by: string;
  state: 'PENDING' | 'APPROVED' | 'REJECTED';
}

const [SECTION, KEY] = ['crushChanges', 'all'] as const;

/** Notified before and after each change of the CRUSH map, with a description of the change. */
export interface CrushObserver {
  before(change: string): void;
  after(change: string): void;
}

/**
 * The requested changes of the CRUSH map. The interface has no operation that decides about them: the operator of the
 * management node does (docs/decisions/0004-approving-crush-changes.md).
 */
export class SimChangeRequests {
  readonly #model: Model;
  readonly #persistence: Persistence;
  readonly #requests = new Numbered<Request>('change request');
  readonly #observer: CrushObserver;

  constructor(model: Model, persistence: Persistence, observer: CrushObserver) {
    this.#model = model;
    this.#persistence = persistence;
    this.#observer = observer;
    const saved = persistence.load(SECTION).get(KEY) as SavedNumbers<Request> | undefined;
    if (saved !== undefined) this.#requests.restore(saved, (request) => request);
  }

  /** Requests another CRUSH map; nothing changes before the request is approved. @throws Refusal 400, 409 */
  propose(wanted: WantedMap, by: string): ChangeRequest {
    enforce(refuseRequest(this.#requests.values()));
    const changes = crushChanges(this.#model, readPlan(this.#model, wanted));
    if (changes.length === 0) throw refusal(nothingToChange());
    const description = describeChanges(changes);
    const request: Request = { wanted, description, changes, by, state: 'PENDING' };
    const id = this.#requests.add(request);
    for (const old of requestsToDrop(this.#requests.entries())) this.#requests.remove(old);
    this.#save();
    logManagement(
      this.#model,
      'notice',
      `CRUSH change ${id} (${description}) asked for by ${by}, waits for approval`,
    );
    return toWire(id, request);
  }

  list(): ChangeRequest[] {
    return this.#requests.entries().map(([id, request]) => toWire(id, request));
  }

  /**
   * Makes the change.
   * @throws Refusal 404; 409 if it is decided already or no longer fits the map; 503 while the monitors have no
   * quorum
   */
  approve(id: number): ChangeRequest {
    return this.#persistence.transaction(() => this.#approve(id));
  }

  #approve(id: number): ChangeRequest {
    const request = this.#undecided(id);
    requireQuorum(this.#model);
    const plan = this.#planOf(request);
    this.#observer.before(request.description);
    const touched = plan.osds.filter(isOsdChange);
    applyPlan(this.#model, plan);
    saveTree(this.#persistence, this.#model.crush);
    for (const { osd } of touched) saveOsd(this.#persistence, osd);
    this.#decide(request, 'APPROVED');
    logAudit(this.#model, { prefix: 'osd setcrushmap' });
    logManagement(this.#model, 'notice', `CRUSH change ${id} (${request.description}) approved and applied`);
    this.#observer.after(request.description);
    return toWire(id, request);
  }

  /** Rejects the request; the map stays as it is. @throws Refusal 404, 409 */
  reject(id: number): ChangeRequest {
    const request = this.#undecided(id);
    this.#decide(request, 'REJECTED');
    logManagement(this.#model, 'notice', `CRUSH change ${id} (${request.description}) rejected`);
    return toWire(id, request);
  }

  #decide(request: Request, state: Request['state']): void {
    request.state = state;
    delete request.wanted;
    this.#save();
  }

  #save(): void {
    const saved = this.#requests.save((request) => request);
    this.#persistence.save(SECTION, KEY, saved);
  }

  #undecided(id: number): Request {
    const request = this.#requests.get(id);
    enforce(refuseDecision(id, request));
    return request;
  }

  #planOf({ wanted = { nodes: [] } }: Request) {
    try {
      return readPlan(this.#model, wanted);
    } catch (error) {
      throw error instanceof Refusal ? refusal(mapHasChanged(error.message)) : error;
    }
  }
}

const toWire = (id: number, { description, changes, by, state }: Request): ChangeRequest => ({
  id,
  description,
  createdBy: { name: by },
  affectedObject: 'CRUSH map',
  changes: [...changes],
  state,
});
