/** A path with one more name at its end; paths of the cluster and of this machine are written alike. */
export const below = (directory: string, name: string): string =>
  directory === '/' ? `/${name}` : `${directory}/${name}`;

/** The directory that a path is in; nothing for the root. */
export function above(path: string): string | undefined {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return undefined;
  return trimmed.slice(0, trimmed.lastIndexOf('/')) || '/';
}

/** The last name of a path. */
export const lastName = (path: string): string => {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
};

/** A directory of the cluster as a person may write it, as its absolute path. */
export const remotePath = (text = ''): string => `/${text.split('/').filter(Boolean).join('/')}`;
