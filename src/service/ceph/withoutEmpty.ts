type NonEmpty<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

/** A copy of an object without the fields that are absent, null or an empty text. */
export const withoutEmpty = <T extends object>(values: T): NonEmpty<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as NonEmpty<T>;
