import type { CrashDetail } from '../../../api/contract/extensions/crashes.ts';
import type { Keep } from '../kept/keep.ts';

/** A crash report of the simulated cluster. */
export type SimCrash = Required<CrashDetail>;

const SECTION = 'crashes';

/** The crash reports that the managers hold, by id. */
export class CrashReports {
  readonly #reports = new Map<string, SimCrash>();
  #keep: Keep | undefined;

  /**
   * Restores the reports of earlier runs, and saves future ones. `old` are the reports from the cluster's past, of
   * which those that were saved before are skipped.
   */
  keepIn(keep: Keep, old: readonly SimCrash[]): void {
    const saved = [...keep.load(SECTION).values()] as SimCrash[];
    const isSaved = ({ signature }: SimCrash) => saved.some((report) => report.signature === signature);
    for (const report of [...old.filter((one) => !isSaved(one)), ...saved])
      this.#reports.set(report.id, report);
    this.#keep = keep;
  }

  get(id: string): SimCrash | undefined {
    return this.#reports.get(id);
  }

  put(report: SimCrash): void {
    this.#reports.set(report.id, report);
    this.#keep?.save(SECTION, report.id, report);
  }

  /** Newest first. */
  list(): readonly SimCrash[] {
    return [...this.#reports.values()].toSorted((a, b) => b.timestamp - a.timestamp);
  }
}
