import type { CrashDetail } from '../../../api/contract/extensions/crashes.ts';
import type { Persistence } from '../persistence/persistence.ts';

/** A crash report of the simulated cluster. */
export type SimCrash = Required<CrashDetail>;

const SECTION = 'crashes';

/** The crash reports that the managers hold, by id. */
export class CrashReports {
  readonly #reports = new Map<string, SimCrash>();
  #persistence: Persistence | undefined;

  /**
   * Restores the reports of earlier runs, and saves future ones. `old` are the reports from the cluster's past, of
   * which those that were saved before are skipped.
   */
  persistIn(persistence: Persistence, old: readonly SimCrash[]): void {
    const saved = [...persistence.load(SECTION).values()] as SimCrash[];
    const isSaved = ({ signature }: SimCrash) => saved.some((report) => report.signature === signature);
    for (const report of [...old.filter((one) => !isSaved(one)), ...saved])
      this.#reports.set(report.id, report);
    this.#persistence = persistence;
  }

  get(id: string): SimCrash | undefined {
    return this.#reports.get(id);
  }

  put(report: SimCrash): void {
    this.#reports.set(report.id, report);
    this.#persistence?.save(SECTION, report.id, report);
  }

  /** Newest first. */
  list(): readonly SimCrash[] {
    return [...this.#reports.values()].toSorted((a, b) => b.timestamp - a.timestamp);
  }
}
