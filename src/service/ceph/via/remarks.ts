/**
 * Matches what kubectl and cephadm say about themselves on standard error, which is no reason for anything. The last line of
 * kubectl only repeats the exit status of the command in the pod, after the words of that command.
 */
const REMARK =
  /^(?:Default(?:ed|ing) container |Use 'kubectl describe pod|See 'kubectl exec --help'|Unable to use a TTY |command terminated with exit code \d+$|Inferring (?:fsid|config) |Using (?:recent )?ceph image )/;

/** True if a line on standard error says nothing about a failure. */
export const isRemark = (line: string): boolean => REMARK.test(line.trim());

/** The reason why a `via` command has ended well without running the helper. */
export const UNREAD =
  'ended without an error: it does not run python3, or does not pass on its standard input (kubectl exec, podman exec and docker exec need -i)';
