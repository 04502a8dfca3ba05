/** Server data in components: cached, and read again when a person returns to the window after its stale time. */
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import { ApiError, call, type OperationPath, type RequestOf } from './client.ts';
import { callLimitMs, readWithinLimit } from './read-limit.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      // Repeats only what may succeed later: a call without a reply, or one that an overloaded server refused.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export interface OperationOptions {
  readonly isEnabled?: boolean;
  /** Shows the previous rows until those of another filter are there. */
  readonly keepsPrevious?: boolean;
  readonly refreshMs?: number;
  /** It does not change while the page is open. */
  readonly isConstant?: boolean;
  /** Not cached: it is read again whenever it is shown. */
  readonly isTransient?: boolean;
}

export function useOperation<Path extends OperationPath>(
  path: Path,
  request: RequestOf<Path>,
  {
    isEnabled = true,
    keepsPrevious = false,
    refreshMs,
    isConstant = false,
    isTransient = false,
  }: OperationOptions = {},
) {
  return useQuery({
    queryKey: [path, request],
    queryFn: ({ signal }) => readWithinLimit(callLimitMs(path), signal, (ended) => call(path, request, ended)),
    enabled: isEnabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(isConstant && { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }),
    ...(isTransient && { staleTime: 0, gcTime: 0 }),
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  });
}

/** Reads everything on screen again, and everything else when it is shown. Called after a change. */
export const refreshAll = (): Promise<void> => queryClient.invalidateQueries();
