import type { Job, Resume } from '../../../../src/service/ceph/tasks/board.ts';
import type { FakeClock } from '../../../support/fakeClock.ts';

const LONG_MS = 120_000;

/** A mark for jobs whose progress does not matter. */
export const noMark = async (): Promise<void> => undefined;

/** Resumes a job after a restart and returns its output within two minutes, and the reason if it failed. */
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
