/** Server data in components: cached, refreshed when the window is looked at again, and kept on screen while the next page loads. */
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import { ApiError, call, type OperationPath, type RequestOf } from './client.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      // What the server refused it will refuse again.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

interface OperationOptions {
  readonly isEnabled?: boolean;
  /** Shows the previous rows until those of another filter are there. */
  readonly keepsPrevious?: boolean;
  readonly refreshMs?: number;
  /** It does not change while the page is open. */
  readonly isConstant?: boolean;
  /** Not kept once it is off the screen: what was read then is no longer true. */
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
    queryFn: ({ signal }) => call(path, request, signal),
    enabled: isEnabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(isConstant && { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }),
    ...(isTransient && { staleTime: 0, gcTime: 0 }),
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  });
}

/** After a change: everything that is on screen is read again. */
export const refreshAll = (): Promise<void> => queryClient.invalidateQueries();
