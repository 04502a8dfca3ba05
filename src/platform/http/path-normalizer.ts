/**
 * Paths in other spellings (decision 4): routes without parameters match in any letter case, and with doubled and trailing slashes,
 * as on servers that clients of the interface were written against.
 *
 * Each request's path is replaced with the spelling of its route before it is routed, so nothing behind the router knows of
 * others. A path that is spelled like its route costs one lookup.
 */
interface PathNormalizer {
  /** Adds the path of a route. Where two routes differ only in spelling, the first one keeps the other spellings. */
  add(path: string): void;
  /** The URL of a request, with the spelling of the route that its path belongs to. Unchanged when there is none. */
  normalize(url: string): string;
}

/** Returns a normalizer without paths. Paths of routes are added to it before requests are normalized. */
export function createPathNormalizer(): PathNormalizer {
  const exact = new Set<string>();
  const byFoldedPath = new Map<string, string>();
  return {
    add: (path) => {
      exact.add(path);
      const folded = foldPath(path);
      if (!byFoldedPath.has(folded)) byFoldedPath.set(folded, path);
    },
    normalize: (url) => {
      const end = url.indexOf('?');
      const path = end < 0 ? url : url.slice(0, end);
      if (exact.has(path)) return url;
      const route = byFoldedPath.get(foldPath(path));
      if (route === undefined) return url;
      return end < 0 ? route : route + url.slice(end);
    },
  };
}

/** The common form of all spellings of a path. Linear in its length. */
export function foldPath(path: string): string {
  const steps = path.split('/').filter((step) => step !== '');
  return `/${steps.join('/').toLowerCase()}`;
}
