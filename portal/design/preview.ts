/**
 * The preview of a change that a person has requested before the change is made. It belongs to the request that it was made
 * for: fields can be changed while it is being made, and a change of other fields must not be posted under it.
 */
import { useState } from 'react';

interface RequestedPreview<Preview> {
  /** The preview of the present request; undefined if none was made for it. */
  readonly preview: Preview | undefined;
  /** Makes the preview of the present request. */
  make(request: () => Promise<Preview>): Promise<void>;
}

/** @param key identifies the request: all that the preview depends on, as text */
export function useRequestedPreview<Preview>(key: string): RequestedPreview<Preview> {
  const [made, setMade] = useState<{ readonly key: string; readonly preview: Preview }>();
  return {
    preview: made?.key === key ? made.preview : undefined,
    make: async (request) => {
      const preview = await request();
      setMade({ key, preview });
    },
  };
}
