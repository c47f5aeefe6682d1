import { describe, expect, test } from 'vitest';
import { FLAGS } from '../../../src/api/contract/maintenance.ts';
import { flagEffect, selectFlags } from '../../../src/store/facts/flags.ts';

describe('flags', () => {
  const flags = selectFlags([
    { name: 'noin', currentState: false, recommendedState: false },
    { name: 'pause', currentState: true, description: 'stops all client I/O' },
    { name: 'noout', currentState: true, recommendedState: false },
    { name: 'autoscale', currentState: false, recommendedState: true },
    { name: 'noup' },
  ]);

  test('flags against their recommendation come first, then those that are set', () => {
    expect(flags.map((flag) => [flag.name, flag.off])).toEqual([
      ['noout', true],
      ['autoscale', true],
      ['pause', false],
      ['noin', false],
      ['noup', false],
    ]);
    expect(flags[0]?.level).toBe('warn');
  });

  test('flags have a description, and unknown ones that of the service', () => {
    expect(flags[0]?.effect).toContain('not marked out');
    expect(flags[2]?.effect).toBe('stops all client I/O');
    for (const flag of FLAGS) expect(flagEffect(flag)).not.toBeUndefined();
    expect(flagEffect('constructor')).toBeUndefined();
  });
});
