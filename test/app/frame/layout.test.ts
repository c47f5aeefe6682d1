import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deckLayout, stack } from '../../../src/app/frame/layout.ts';
import { SMALLEST } from '../../../src/lib/terminalSize.ts';
import { PANES } from '../../../src/store/session/panes.ts';

const anyFocus = fc.constantFrom(...PANES);
const anyArea = fc
  .tuple(fc.integer({ min: SMALLEST.columns, max: 300 }), fc.integer({ min: SMALLEST.rows - 2, max: 100 }))
  .map(([width, height]) => ({ x: 0, y: 1, width, height }));

describe('deck layout', () => {
  it('the deck layout gives every cell to exactly one pane or rule, at any size', () => {
    fc.assert(
      fc.property(anyArea, anyFocus, (area, focus) => {
        const owners = new Uint8Array(area.width * area.height);
        const { rects, rules } = deckLayout(area, focus);
        for (const rect of [...rects, ...rules])
          for (let y = rect.y; y < rect.y + rect.height; y++)
            for (let x = rect.x; x < rect.x + rect.width; x++) {
              const inside = x < area.x + area.width && y < area.y + area.height;
              if (!inside) throw new Error(`${x},${y} lies outside`);
              const cell = (y - area.y) * area.width + x;
              owners[cell] = (owners[cell] ?? 0) + 1;
            }
        expect(owners.every((count) => count === 1)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('the deck layout shows every pane, the focused one open', () => {
    fc.assert(
      fc.property(anyArea, anyFocus, (area, focus) => {
        const { rects } = deckLayout(area, focus);
        expect(rects.map((rect) => rect.pane).toSorted()).toEqual([...PANES].toSorted());
        expect(rects.find((rect) => rect.pane === focus)?.height).toBeGreaterThan(2);
      }),
    );
  });

  it('the deck layout places the health pane across the whole width of a wide terminal, above two columns', () => {
    const area = { x: 0, y: 1, width: 160, height: 46 };
    const heights = [{}, { health: 11 }].map((wants) => {
      const [health, ...others] = deckLayout(area, 'disks', wants).rects;
      expect(health).toMatchObject({ pane: 'health', x: 0, y: 1, width: 160 });
      expect(new Set(others.map(({ x }) => x)).size).toBe(2);
      return health!.height;
    });
    expect(heights[1]).toBeLessThan(heights[0]!);
  });

  it('the deck layout of a healthy cluster on 80 columns leaves no rows empty beside full panes', () => {
    const area = { x: 0, y: 1, width: 80, height: 48 };
    const rects = deckLayout(area, 'health', { health: 11, placement: 11, tasks: 3 }).rects;
    const heightOf = (pane: string) => rects.find((rect) => rect.pane === pane)?.height;
    expect(heightOf('health')).toBe(12);
    expect(heightOf('tasks')).toBe(3);
    expect(deckLayout(area, 'health').rects[0]?.height).toBe(14);
  });

  it('the deck layout folds panes to their titles before they become too small to use', () => {
    const rows = stack(PANES, 14, 'crush');
    expect(rows.get('crush')).toBeGreaterThanOrEqual(5);
    expect(rows.get('logs')).toBe(1);
    expect([...rows.values()].reduce((sum, height) => sum + height, 0)).toBe(14);
  });
});
