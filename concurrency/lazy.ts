/** An object of which every method answers with a promise. */
type Answering<T> = { [Name in keyof T]: (...args: never[]) => PromiseLike<unknown> };

/** Methods that end an object; one that was not made needs no end. */
const ENDS: ReadonlySet<string | symbol> = new Set(["close", Symbol.asyncDispose]);

/**
 * Stands for an object that is made with the first call of one of its methods, so that a start without it is as fast.
 * It cannot be spread or compared.
 */
export function lazy<T extends Answering<T>>(make: () => Promise<T>): T {
  let made: Promise<T> | undefined;
  const call = async (name: string | symbol, args: unknown[]): Promise<unknown> => {
    if (made === undefined && ENDS.has(name)) return;
    const object = await (made ??= make());
    return await Reflect.apply(Reflect.get(object, name), object, args);
  };
  // What is assigned stands in place of the object's own method.
  return new Proxy(Object.create(null) as T, {
    get: (assigned, name) =>
      Reflect.get(assigned, name) ?? (isMethod(name) ? (...args: unknown[]) => call(name, args) : undefined),
  });
}

/** With `then` it would be a promise to `await`; symbols are asked for by those who print it. */
function isMethod(name: string | symbol): boolean {
  return name !== "then" && (typeof name === "string" || name === Symbol.asyncDispose);
}
