/** A proxy of an object with some members replaced by those of `own`; all other accesses go to the object itself. */
export const withOverrides = <T extends object>(object: T, own: Partial<T>): T =>
  new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
