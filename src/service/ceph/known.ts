type Known<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

/** The values that Ceph has told: without those that are absent, null or an empty text. */
export const known = <T extends object>(values: T): Known<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as Known<T>;
