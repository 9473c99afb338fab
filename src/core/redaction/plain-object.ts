/** Whether an object is a plain object, also one of another realm, such as an iframe's. */
export function isPlainObject(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  // Of all prototypes, only that of `Object` has this method itself.
  return prototype === null || Object.hasOwn(Object(prototype), 'isPrototypeOf');
}
