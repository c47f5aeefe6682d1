import type { CrashDetail } from '../../../api/contract/extensions/crashes.ts';
import type { Keep } from '../kept/keep.ts';

/** The report of a crash in the simulated cluster. */
export type SimCrash = Required<CrashDetail>;

const SECTION = 'crashes';

/** The crash reports that the managers hold, by their ids. */
export class CrashReports {
  readonly #reports = new Map<string, SimCrash>();
  #keep: Keep | undefined;

  /** Brings back the reports of earlier runs, and keeps those to come. `old` are there from the beginning, unless they were kept by then. */
  keepIn(keep: Keep, old: readonly SimCrash[]): void {
    const kept = [...keep.load(SECTION).values()] as SimCrash[];
    const isKept = ({ signature }: SimCrash) => kept.some((report) => report.signature === signature);
    for (const report of [...old.filter((one) => !isKept(one)), ...kept])
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

  /** The newest first. */
  list(): readonly SimCrash[] {
    return [...this.#reports.values()].toSorted((a, b) => b.timestamp - a.timestamp);
  }
}
