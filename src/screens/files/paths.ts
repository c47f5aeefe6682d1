/** Appends a name to a path, either of the cluster or of this machine. */
export const joinPath = (directory: string, name: string): string =>
  directory === '/' ? `/${name}` : `${directory}/${name}`;

/** The parent directory of a path; undefined for the root. */
export function parentOf(path: string): string | undefined {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return undefined;
  return trimmed.slice(0, trimmed.lastIndexOf('/')) || '/';
}

/** The last name in a path. */
export const lastName = (path: string): string => {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
};

/** The absolute path of a directory in the cluster, as typed by a person. */
export const remotePath = (text = ''): string => `/${text.split('/').filter(Boolean).join('/')}`;
