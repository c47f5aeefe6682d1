import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The thing that the cluster lacks for the test, which is therefore left out; npm test shows it. */
    lacks?: string;
  }
}

/**
 * Leaves the test out unless the cluster has what it needs, which a command of the `ceph` program shows by its success.
 * @param what ends the sentence "the cluster has no …"
 */
export async function needs(
  { task, skip }: TestContext,
  what: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  try {
    await ask();
  } catch (failure) {
    const answer = String((failure as { stderr?: string }).stderr ?? failure)
      .trim()
      .split('\n')
      .at(-1);
    task.meta.lacks = `no ${what} (${answer})`;
    skip(task.meta.lacks);
  }
}
