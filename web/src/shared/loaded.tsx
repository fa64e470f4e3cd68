import { type ComponentType, lazy, Suspense } from 'react';

/** A component whose code is loaded when it is first shown. Until then, it renders nothing. */
export const loaded = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  const Lazy = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense>
      <Lazy {...props} />
    </Suspense>
  );
};
