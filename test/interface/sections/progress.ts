import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

export const progressTests: SectionTests = (site) => {
  test("the progress of the cluster's own work is shown with its age, and each share is between 0 and 1", async () => {
    const { lastUpdated, work = [] } = await site().eventually(
      () => site().api.getClusterProgress(),
      (told) => told.work !== undefined,
    );
    expect(lastUpdated).toBeGreaterThanOrEqual(0);
    for (const { id, message, progress = 0 } of work) {
      expect(id).toBeTruthy();
      expect(message).toBeTruthy();
      expect(progress).toBeGreaterThanOrEqual(0);
      expect(progress).toBeLessThanOrEqual(1);
    }
  });
};
