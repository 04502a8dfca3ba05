/**
 * The paths of all routes, and the error for a path without a route for the method (decision 3). The reason of a 404 says
 * whether the path is misspelled, lacks the base address, or belongs to another environment. It names declared paths only
 * and never repeats the path that was sent.
 */
import { computeEditDistance } from '../../lib/spelling-distance.ts';
import { AppError } from '../errors.ts';
import type { Mount } from './mount.ts';
import { foldPath } from './path-normalizer.ts';

/** The paths under a base address. */
type MountedPaths = Pick<Mount, 'prefix' | 'environment'> & {
  readonly operations: readonly { readonly path: string }[];
};

/** The paths of all routes, which decide whether a request without a route gets 404 or 405. */
interface RoutePathRegistry {
  add(method: string | readonly string[], path: string): void;
  /** 405 with the allowed methods for a path that has a route, otherwise 404. `path` is without the query. */
  errorFor(path: string): { readonly error: AppError; readonly allow?: string };
}

export const unknownPathError = (hint = 'The operations are listed at /docs.'): AppError =>
  new AppError({ code: 'UnknownPath', reason: `There is no operation at this path. ${hint}` });

/** Operation paths have at most half of this. Longer paths are not compared. */
const maxComparedLength = 120;

export function createRoutePathRegistry(mounts: readonly MountedPaths[]): RoutePathRegistry {
  const methodsOf = new Map<string, Set<string>>();
  const get = new Set<string>();
  return {
    add: (method, path) => {
      const known = methodsOf.get(path) ?? new Set();
      methodsOf.set(path, known);
      for (const each of [method].flat()) known.add(each);
      if (known.has('GET')) get.add(path);
    },
    errorFor: (path) => {
      // Compares the path as it was sent, because the framework would parse it as a route pattern and could throw.
      const route = methodsOf.has(path) ? path : methodsOf.keys().find((pattern) => matchesPattern(path, pattern));
      if (route === undefined) return { error: unknownPathError(hintFor(path, mounts, get)) };
      const methods = [...(methodsOf.get(route) ?? [])].sort();
      const named = methods.filter((method) => method !== 'HEAD').join(' and ');
      const reason = named === 'POST' ? 'Operations accept only POST.' : `This path accepts only ${named}.`;
      return { error: new AppError({ code: 'MethodNotAllowed', reason }), allow: methods.join(', ') };
    },
  };
}

/** Whether a path matches a route with parameters: `:name` is a part of the path, `*` at the end is any rest. */
function matchesPattern(path: string, pattern: string): boolean {
  if (!/[:*]/.test(pattern)) return false;
  const sent = path.split('/');
  const parts = pattern.split('/');
  const isOpen = parts.at(-1) === '*';
  if (isOpen ? sent.length < parts.length : sent.length !== parts.length) return false;
  return parts.every(
    (part, index) => part === '*' || (part.startsWith(':') ? sent[index] !== '' : part === sent[index]),
  );
}

function hintFor(path: string, mounts: readonly MountedPaths[], get: ReadonlySet<string>): string | undefined {
  if (path.length > maxComparedLength) return undefined;
  const sent = foldPath(path);
  const mount = mounts.find(({ prefix }) => sent === prefix || sent.startsWith(`${prefix}/`));
  if (mount === undefined) return hintWithoutBaseAddress(sent, mounts, get);
  const rest = sent.slice(mount.prefix.length);
  if (rest === '' || rest === '/api') {
    const list = isOfOperators(mount) ? '/operator/openapi.json' : '/docs';
    return `This is the base address of the ${mount.environment} environment; its operations are listed at ${list}.`;
  }
  const having = mounts.filter((other) => other.operations.some((operation) => foldPath(operation.path) === rest));
  // A winery's program has no use for the base addresses of operators while there is one of its own, and the reverse.
  const alike = having.filter((other) => isOfOperators(other) === isOfOperators(mount));
  const elsewhere = alike.length > 0 ? alike : having;
  const [other] = elsewhere;
  if (other !== undefined) {
    const operation = other.operations.find((each) => foldPath(each.path) === rest);
    const kind = rest.startsWith('/api/simulation/') ? 'It is a simulation call, which' : 'It is an operation that';
    const names = elsewhere.map(({ environment }) => environment).join(' and ');
    return `${kind} exists only in ${names}: use ${other.prefix}${operation?.path}.`;
  }
  const paths = mount.operations.map((operation) => operation.path);
  const near = nearest(rest, paths) ?? withLastStep(rest, paths);
  return near === undefined ? undefined : `Did you mean ${mount.prefix}${near}?`;
}

const isOfOperators = ({ prefix }: MountedPaths): boolean => prefix.endsWith('/operator/v1');

/** For a path that begins with no base address. */
function hintWithoutBaseAddress(
  sent: string,
  mounts: readonly MountedPaths[],
  get: ReadonlySet<string>,
): string | undefined {
  const operation = mounts
    .flatMap(({ operations }) => operations)
    .find(({ path }) => sent.endsWith(foldPath(path).slice('/api'.length)));
  if (operation !== undefined) {
    const places = mounts
      .filter(({ operations }) => operations.includes(operation))
      .map(({ prefix, environment }) => `${prefix}${operation.path} (${environment})`);
    return `The base address is missing or wrong: use ${places.join(', ')}.`;
  }
  const page = nearest(
    sent,
    [...get].filter((path) => /^\/[a-z.]+$/.test(path)),
  );
  return page === undefined ? undefined : `Did you mean ${page}?`;
}

/** The path that differs least, if at most every fourth letter of it is wrong. */
function nearest(sent: string, paths: readonly string[]): string | undefined {
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const path of paths) {
    const atMost = Math.min(least - 1, Math.floor(path.length / 4));
    const distance = computeEditDistance(sent, foldPath(path), atMost);
    if (distance <= atMost) [found, least] = [path, distance];
  }
  return found;
}

/** The operation with the name nearest to this one, in another area, or without its area. */
function withLastStep(sent: string, paths: readonly string[]): string | undefined {
  const lastStepOf = (path: string) => path.slice(path.lastIndexOf('/'));
  const step = nearest(lastStepOf(sent), paths.map(lastStepOf));
  return step === undefined ? undefined : paths.find((path) => path.endsWith(step));
}
