/** The effect of a change of rules, which the server counts while a person fills in the dialog, after each pause. */
import { useDebouncedValue } from '@mantine/hooks';
import type { OperationPath, RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';

const pauseMs = 400;

/**
 * Queries the preview of a request, and none while the request is not complete. A counted effect stays while it is counted again, so that
 * a change of another person's does not disable the button under a click.
 */
export function usePreview<Path extends OperationPath>(path: Path, request: RequestOf<Path>, isComplete = true) {
  // Compare requests as text, so that an equal request is not sent again.
  const asked = JSON.stringify(isComplete ? { ...request, Preview: true } : null);
  const [counted] = useDebouncedValue(asked, pauseMs);
  const { data, error, isFetching } = useOperation(path, JSON.parse(counted) as RequestOf<Path>, {
    isEnabled: counted !== 'null',
    isTransient: true,
  });
  const isCounting = counted !== asked || (isFetching && data === undefined);
  return { data, error, isCounting, isRecounting: isFetching && !isCounting };
}
