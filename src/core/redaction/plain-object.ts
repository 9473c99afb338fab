/** Whether an object is no instance of a class. One of another realm, such as a frame's, is as plain. */
export function isPlainObject(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.hasOwn(Object(prototype), 'isPrototypeOf');
}
