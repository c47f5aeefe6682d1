import { ifRefused, Refusal, UnknownOutcome } from '../../engine.ts';

export type Step = readonly [what: string, run: () => Promise<unknown>];

/** Runs the steps one after the other; the refusal of a step names those before it, which are not undone. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const [index, [, run]] of steps.entries())
    await run().catch(
      ifRefused((refusal) => {
        const done = steps.slice(0, index).map(([what]) => what);
        if (done.length === 0) throw refusal;
        const message = `${refusal.message}. Already done: ${done.join(', ')}`;
        throw refusal instanceof UnknownOutcome
          ? new UnknownOutcome(message)
          : new Refusal(refusal.status, message);
      }),
    );
}
