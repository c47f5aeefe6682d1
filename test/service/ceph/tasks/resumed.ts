import type { Job, Resume } from '../../../../src/service/ceph/tasks/board.ts';
import type { FakeClock } from '../../../support/fakeClock.ts';

const LONG_MS = 120_000;

/** Where it does not matter how far work is. */
export const noMark = async (): Promise<void> => undefined;

/** The work of a job that goes on after a restart: what it said within two minutes, and why it failed, if it did. */
export async function resumedWork(
  clock: FakeClock,
  kinds: Readonly<Record<string, Resume>>,
  { resume }: Job,
): Promise<{ readonly said: readonly string[]; readonly failure: string }> {
  const said: string[] = [];
  const work = kinds[resume!.kind]!(JSON.parse(JSON.stringify(resume!.input)));
  const outcome = work((line) => void said.push(line), new AbortController().signal, noMark).then(
    () => '',
    (failure: unknown) => (failure as Error).message,
  );
  await clock.advance(LONG_MS);
  return { said, failure: await outcome };
}
