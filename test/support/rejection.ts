/** What a promise rejects with; throws if it resolves. */
export const rejection = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it was not rejected');
};
