/** Data that several walks of an area share. The first walk that runs arranges it, so that each walk can be run alone. */
export function once<T>(arrange: () => Promise<T>): () => Promise<T> {
  let arranged: Promise<T> | undefined;
  return () => {
    arranged ??= arrange();
    return arranged;
  };
}
