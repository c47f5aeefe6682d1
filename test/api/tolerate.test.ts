import * as fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { contract, type OperationId } from '../../src/api/contract/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { taskIn } from '../../src/api/task.ts';
import { tolerate } from '../../src/api/tolerate.ts';

const read = (id: OperationId, value: unknown) => {
  const { reply }: Operation = contract[id];
  return reply && tolerate(reply, value);
};

const replies = Object.entries<Operation>(contract).flatMap(([id, { reply }]) =>
  reply ? [{ id, reply }] : [],
);

/** Values that resemble the schema but have errors. */
function nearly(schema: TSchema): fc.Arbitrary<unknown> {
  const { type, properties, items, patternProperties } = schema as {
    type?: string;
    properties?: Record<string, TSchema>;
    patternProperties?: Record<string, TSchema>;
    items?: TSchema;
  };
  const any = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('12', '-3.5', 'true', 1e308 * 10, null),
  );
  const right = (() => {
    if (properties)
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, nearly(value)])),
        {
          requiredKeys: [],
        },
      );
    if (patternProperties) return fc.dictionary(fc.string(), nearly(Object.values(patternProperties)[0]!));
    if (items) return fc.array(nearly(items), { maxLength: 4 });
    if (type === 'string') return fc.string();
    if (type === 'boolean') return fc.boolean();
    return type === undefined ? any : fc.integer();
  })();
  return fc.oneof({ weight: 6, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: any });
}

describe('tolerate', () => {
  it.each(replies)('tolerate makes any answer to $id fit its type', ({ reply }) => {
    const validator = Compile(reply);
    fc.assert(
      fc.property(fc.oneof(nearly(reply), fc.jsonValue()), (value) => {
        expect(validator.Check(tolerate(reply, value))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('tolerate returns the same value if it fits', () => {
    const disks = [{ id: 1, hostname: 'a', smart: { status: 'PASSED' }, unknown: { x: null } }];
    expect(read('listDisks', disks)).toBe(disks);
  });

  it('tolerate copies only the parts that have to change', () => {
    const disks = [{ id: 1 }, { id: 2, serial: null }];
    const fitted = read('listDisks', disks);
    expect(fitted).toEqual([{ id: 1 }, { id: 2 }]);
    expect((fitted as unknown[])[0]).toBe(disks[0]);
    expect(disks[1]).toEqual({ id: 2, serial: null });
  });

  it('tolerate drops null and values of the wrong type, at any depth', () => {
    const status = {
      storeStatus: null,
      servers: { online: 'many', total: 3 },
      placementGroups: [null, 5, { poolId: 1, okay: {} }],
      licenseActive: 'maybe',
    };
    expect(read('getClusterStatus', status)).toEqual({
      servers: { total: 3 },
      placementGroups: [{ poolId: 1 }],
    });
  });

  it('tolerate reads numbers and booleans sent as text or as each other', () => {
    const disks = [
      { id: '7', lastSeen: '1.5', encrypted: 'true', missing: 0, serial: 815, capacity: 1e3 + 0.2 },
    ];
    expect(read('listDisks', disks)).toEqual([
      { id: 7, lastSeen: 1.5, encrypted: true, missing: false, serial: '815', capacity: 1000 },
    ]);
  });

  it('tolerate reads the ISO 8601 times and durations of later servers', () => {
    expect(read('getTask', { startedAt: '2026-11-20T10:00:00Z' })).toEqual({ startedAt: 1795168800 });
    expect(read('getClusterStatus', { storeLastUpdated: '-PT1.5S', mgmtUptime: 'PT1H2M3S' })).toEqual({
      storeLastUpdated: -1.5,
      mgmtUptime: 3723,
    });
  });

  it('tolerate keeps unknown words and unknown fields', () => {
    const nodes = [{ id: -1, type: 'ZONE', status: 'NEW', extra: [null] }];
    expect(read('getCrushMap', { nodes, version: 2 })).toEqual({ nodes, version: 2 });
  });

  it('tolerate accepts a page for a list, and a list for a page', () => {
    expect(read('listPools', { data: [{ name: 'a' }], total: 1 })).toEqual([{ name: 'a' }]);
    expect(read('listTasks', [{ id: 1 }, { id: '2' }])).toEqual({
      data: [{ id: 1 }, { id: 2 }],
      totalElements: 2,
    });
  });

  it('tolerate keeps health checks of any shape, so that no alarm is lost', () => {
    for (const checks of [{ OSD_DOWN: 'osd.3 is down' }, ['osd.3 is down'], { A: { summary: 'text' } }]) {
      expect(read('getClusterStatusDetail', { status: 'HEALTH_WARN', checks, mutes: null })).toEqual({
        status: 'HEALTH_WARN',
        checks,
      });
    }
  });

  it('tolerate turns a missing answer into an empty object, list or text', () => {
    expect(read('getTask', undefined)).toEqual({});
    expect(read('listDisks', null)).toEqual([]);
    expect(read('getScript', undefined)).toBe('');
    expect(read('getClusterStatus', [1, 2])).toEqual({});
  });

  it('tolerate descends no deeper than the schema, however deep an answer nests', () => {
    const deep: unknown = JSON.parse('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000));
    expect(read('getPoolDetails', deep)).toBe(deep);
    expect(read('listDisks', [{ id: 1, name: deep, extra: deep }])).toEqual([{ id: 1, extra: deep }]);
  });

  it('tolerate keeps a field named __proto__ from becoming the prototype', () => {
    const value: unknown = JSON.parse('{"__proto__": {"k": "2"}, "x": {"k": "3"}}');
    const profiles = read('getErasureProfiles', value) as object;
    expect(Object.getPrototypeOf(profiles)).toBe(Object.prototype);
    expect(Object.entries(profiles)).toEqual([
      ['__proto__', { k: 2 }],
      ['x', { k: 3 }],
    ]);
  });
});

describe('taskIn', () => {
  it('taskIn finds a task by its id and its state', () => {
    expect(taskIn({ id: 5, state: 'RUNNING', name: 'x' })).toEqual({ id: 5, state: 'RUNNING', name: 'x' });
    expect(taskIn({ id: '5', done: false })).toEqual({ id: 5, done: false });
  });

  it.each([{ id: 5, name: 'a network' }, { state: 'PENDING' }, null, 7, [], 'text'])(
    'taskIn finds no task in %j',
    (value) => {
      expect(taskIn(value)).toBeUndefined();
    },
  );
});
