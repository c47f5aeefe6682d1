import { explainFailure, quotedLine } from '../via/knownFailures.ts';
import { isRemark, UNREAD } from '../via/remarks.ts';
import type { ClusterAccess, HelperCommand } from './protocol.ts';

const KEPT = 5;

/** The command that started the process, and the cluster to which it connects. */
interface Started {
  readonly command: HelperCommand;
  readonly cluster: ClusterAccess;
}

/** The last lines that a helper process and librados wrote to standard error, and why the process ended. */
export class LastWords {
  /** The oldest first. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[] = []) {
    this.lines = lines;
  }

  with(line: string): LastWords {
    // Python runs interactively, so its prompt precedes the first line.
    const text = line.replace(/^(?:>>> )+/, '');
    return text.trim() === '' || isRemark(text) ? this : new LastWords([...this.lines, text].slice(-KEPT));
  }

  /**
   * Explains the end of the process.
   * @param how the signal or status
   * @param killReason the reason why it was killed, if it was
   */
  endOf({ command, cluster }: Started, how: string, hasGreeted: boolean, killReason?: string): string {
    const { argv, via } = command;
    const last = this.lines.at(-1);
    const isUnread = how === 'status 0' && via !== undefined && !hasGreeted && last === undefined;
    const ended = isUnread
      ? UNREAD
      : ['ended with ' + how, last && quotedLine(last)].filter(Boolean).join(': ');
    const end = killReason ?? ended;
    return explainFailure([end, ...this.lines], via, cluster ?? {}) ?? `${argv[0]} ${end}`;
  }
}
