/** What several walks of an area share, and the first one of them that runs arranges: each can be run alone. */
export function once<T>(arrange: () => Promise<T>): () => Promise<T> {
  let arranged: Promise<T> | undefined;
  return () => {
    arranged ??= arrange();
    return arranged;
  };
}
