/** A script as it is stored. */
export interface StoredScript {
  readonly name: string;
  readonly contents: string;
}

/** The program that the first line names; undefined when it names none by an absolute path. */
export const interpreterOf = ({ contents }: Pick<StoredScript, 'contents'>): string | undefined =>
  /^#![ \t]*(\/[^\s\0]+)/.exec(contents)?.[1];
