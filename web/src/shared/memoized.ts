/** Memoizes a function of an object that never changes. */
export const memoized = <From extends object, To>(compute: (from: From) => To) => {
  const known = new WeakMap<From, { readonly result: To }>();
  return (from: From): To => {
    const before = known.get(from) ?? { result: compute(from) };
    known.set(from, before);
    return before.result;
  };
};
