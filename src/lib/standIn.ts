/** Stands in the place of an object: what `own` has is taken from there, and all else is the object's own. */
export const standIn = <T extends object>(object: T, own: Partial<T>): T =>
  new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
