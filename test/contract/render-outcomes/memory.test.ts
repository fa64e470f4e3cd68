import { memoryRenders } from '../../support/renders/memory-renders.js';
import { rightOf } from '../../support/right-of.js';
import { renderOutcomesContract } from './render-outcomes-contract.js';

// The tests of the render loop use renders in memory: they must behave like those in the event store.
renderOutcomesContract('the renders in memory of the tests', async () => {
  const { outcomesOf, handle } = memoryRenders();
  return {
    outcomesOf,
    handle: async (command) => void rightOf(handle(command)),
    close: async () => undefined,
  };
});
