/** A stored script. */
export interface StoredScript {
  readonly name: string;
  readonly contents: string;
}

/** The interpreter that the first line names; undefined if it names none by an absolute path. */
export const interpreterOf = ({ contents }: Pick<StoredScript, 'contents'>): string | undefined =>
  /^#![ \t]*(\/[^\s\0]+)/.exec(contents)?.[1];
