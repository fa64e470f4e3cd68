/** Values by name, for names from outside: a name such as `constructor` finds nothing. */
export const table = <A>(entries: Readonly<Record<string, A>>): Readonly<Record<string, A>> =>
  Object.assign(Object.create(null) as Record<string, A>, entries);
