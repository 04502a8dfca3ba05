/** What a change of rules would do, counted by the server while its dialog is filled in: once the writer pauses. */
import { useDebouncedValue } from '@mantine/hooks';
import type { OperationPath, RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';

const pauseMs = 400;

/** Nothing is counted before the request is complete. */
export function usePreview<Path extends OperationPath>(path: Path, request: RequestOf<Path>, isComplete = true) {
  // As text: an equal request is not another one.
  const asked = JSON.stringify(isComplete ? { ...request, Preview: true } : null);
  const [counted] = useDebouncedValue(asked, pauseMs);
  const { data, error, isFetching } = useOperation(path, JSON.parse(counted) as RequestOf<Path>, {
    isEnabled: counted !== 'null',
    isTransient: true,
  });
  return { data, error, isFetching: isFetching || counted !== asked };
}
