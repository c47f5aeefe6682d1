import { type Static, Type } from 'typebox';
import { body, operation, shape, word } from '../operation.ts';
import { name, names } from './shapes.ts';

export const NODE_STATUSES = ['UP', 'DOWN', 'DESTROYED', 'UNKNOWN'] as const;
/** The node types of Ceph's default map: a device, then the bucket types from the smallest to the root. */
export const NODE_TYPES = [
  'OSD',
  'HOST',
  'CHASSIS',
  'RACK',
  'ROW',
  'PDU',
  'POD',
  'ROOM',
  'DATACENTER',
  'REGION',
  'ROOT',
  'UNKNOWN',
] as const;
export const RULE_TYPES = ['REPLICATED', 'ERASURE'] as const;
/** The operations of a rule's steps; setting any tunable is `TUNING`. */
export const STEP_OPS = [
  'TAKE',
  'CHOOSE',
  'CHOOSE_INDEP',
  'CHOOSELEAF',
  'CHOOSELEAF_INDEP',
  'EMIT',
  'NOOP',
  'UNKNOWN',
  'TUNING',
] as const;
export const CHANGE_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const;

const nodeFields = {
  name: Type.String(),
  status: word(NODE_STATUSES),
  type: word(NODE_TYPES),
  children: Type.Array(Type.Integer(), { description: 'node ids' }),
  deviceClass: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  used: Type.Integer({ description: 'bytes' }),
  reweight: Type.Number({ description: '0 (out) to 1' }),
  diskId: Type.Integer(),
  serverId: Type.Integer(),
};

/** A device (id 0 and above) or a bucket of them (negative id) in the placement hierarchy. */
export const CrushNode = shape({ id: Type.Integer(), ...nodeFields });
export type CrushNode = Static<typeof CrushNode>;

const ratioFields = { nearfull: Type.Number(), backfillfull: Type.Number(), full: Type.Number() };
const RATIOS = 'current ratios of the OSD map, as shares of a capacity from 0 to 1; an extension';

/** The nodes of the hierarchy, and devices outside it. */
export const CrushMap = shape({
  nodes: Type.Array(CrushNode),
  stray: Type.Array(CrushNode),
  fillRatios: shape(ratioFields, RATIOS),
});
export type CrushMap = Static<typeof CrushMap>;

/** A rule for placing a pool's copies (interface, "CRUSH rule"). */
export const CrushRule = shape({
  id: Type.Integer(),
  name: Type.String(),
  type: word(RULE_TYPES),
  minSize: Type.Integer({ description: 'fewest copies that it can place' }),
  maxSize: Type.Integer({ description: 'most copies that it can place' }),
  steps: Type.Array(shape({ op: word(STEP_OPS), crushMapTextFormat: Type.String() })),
});
export type CrushRule = Static<typeof CrushRule>;

/** A requested change of the map, pending or decided (interface, "CRUSH change request"). */
export const ChangeRequest = shape({
  id: Type.Integer(),
  description: Type.String(),
  createdBy: shape({ id: Type.Integer(), name: Type.String() }),
  affectedObject: Type.String(),
  changes: Type.Array(shape({ type: Type.String() })),
  state: word(CHANGE_STATES),
});
export type ChangeRequest = Static<typeof ChangeRequest>;

/** Destroyed OSDs, whose ids can be reused for new disks (interface, "Destroyed OSD list"). */
export const DestroyedOsds = shape({
  destroyedOsds: Type.Array(shape({ id: Type.Integer({ description: 'OSD id' }), host: Type.String() })),
});
export type DestroyedOsds = Static<typeof DestroyedOsds>;

/** An erasure code profile. The interface document does not define it; these are the keys of Ceph's profiles. */
export const ErasureProfile = shape({
  k: Type.Integer({ description: 'data chunks' }),
  m: Type.Integer({ description: 'parity chunks' }),
  plugin: Type.String(),
  technique: Type.String(),
  'crush-device-class': Type.String(),
  'crush-failure-domain': Type.String(),
  'crush-root': Type.String(),
});
export type ErasureProfile = Static<typeof ErasureProfile>;

const node = body({ id: Type.Integer(), ...Type.Partial(Type.Object(nodeFields)).properties });
const startBucket = name('bucket of the CRUSH map that the rule starts from, such as default', 'crushBucket');
const independent = name('bucket type over which the copies are spread, such as host', 'failureDomain');
const deviceClass = Type.Optional(
  Type.String({ description: 'only devices of this class; omit for any', ...names('deviceClass') }),
);

/** The section "crush": the map and its rules. */
export const crush = {
  listDeviceClasses: operation({
    method: 'GET',
    path: '/crush/rules/classes',
    summary: 'Device classes that rules can choose from',
    tier: 'read',
    reply: Type.Array(Type.String()),
  }),
  createSimpleCrushRule: operation({
    method: 'POST',
    path: '/crush/rules/simple',
    summary: 'Create a CRUSH rule',
    tier: 'reversible',
    body: body({
      name: name('name of the new rule'),
      startBucket,
      independent,
      deviceClass,
      erasureCoding: Type.Optional(Type.Boolean({ description: 'for erasure-coded pools' })),
    }),
  }),
  createSsdPrimaryCrushRule: operation({
    method: 'POST',
    path: '/crush/rules/ssdPrimary',
    summary: 'Create a CRUSH rule with the first copies on SSD and the others on HDD',
    tier: 'reversible',
    body: body({
      name: name('name of the new rule'),
      ssdStartBucket: startBucket,
      ssdIndependent: independent,
      ssdDeviceClass: deviceClass,
      hddStartBucket: startBucket,
      hddIndependent: independent,
      hddDeviceClass: deviceClass,
      ssdCopies: Type.Optional(Type.Integer({ minimum: 1, description: 'copies on SSD' })),
    }),
  }),
  getErasureProfiles: operation({
    method: 'GET',
    path: '/crush/ec-profiles',
    summary: 'Erasure code profiles by name',
    tier: 'read',
    reply: Type.Record(Type.String(), ErasureProfile),
  }),
  listDestroyedOsds: operation({
    method: 'GET',
    path: '/crush/destroyed-osd-ids',
    summary: 'Ids of destroyed OSDs that a new disk can take over',
    tier: 'read',
    reply: DestroyedOsds,
  }),
  getCrushMap: operation({
    method: 'GET',
    path: '/crush',
    summary: 'CRUSH map',
    tier: 'read',
    reply: CrushMap,
  }),
  changeCrushMap: operation({
    method: 'POST',
    path: '/crush',
    summary: 'Request a change of the CRUSH map, which moves data',
    tier: 'destructive',
    // The map as it is read can be sent back; what is no part of the placement, such as usage and ratios, stays as it is.
    body: body({
      nodes: Type.Array(node),
      stray: Type.Optional(Type.Array(node)),
      fillRatios: Type.Optional(body(ratioFields, RATIOS)),
    }),
    reply: ChangeRequest,
  }),
  deleteCrushRule: operation({
    method: 'DELETE',
    path: '/crush/rules/{name}',
    summary: 'Delete a CRUSH rule',
    tier: 'disruptive',
    params: Type.Object({ name: name('name of the rule', 'ruleName') }),
  }),
  listCrushRules: operation({
    method: 'GET',
    path: '/crush/rules',
    summary: 'CRUSH rules',
    tier: 'read',
    reply: Type.Array(CrushRule),
  }),
} as const;
