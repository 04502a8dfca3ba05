/** The reasons for which bottles are missing or damaged, in dialogs that report a loss. */
import { useState } from 'react';
import { useOperation } from '../api/queries.ts';

export const useReasonCodes = () => useOperation('/api/ReasonCodes/List', {}, { isConstant: true });

/**
 * The choice of a reason of missing stock, of all but `omitted`. `reason` is the chosen one, at first `preferred`; the first that there is
 * when that is not among them; undefined while none is loaded.
 */
export function useMissingReason(preferred: string, omitted?: string) {
  const query = useReasonCodes();
  const [chosen, choose] = useState(preferred);
  const reasons =
    query.data?.Records.filter(({ IsForMissing, ReasonCode }) => IsForMissing && ReasonCode !== omitted) ?? [];
  const reason = (reasons.find(({ ReasonCode }) => ReasonCode === chosen) ?? reasons[0])?.ReasonCode;
  return { query, reasons, reason, choose };
}
