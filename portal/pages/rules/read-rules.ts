/** The rules as they were when a dialog opened. Their versions protect changes that colleagues make meanwhile. */
import { useState } from 'react';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';

export type Rules = ReplyOf<'/api/Rules/List'>;

/** Returns the rules; undefined while they are loading. */
export function useReadRules(): Rules | undefined {
  const list = useOperation('/api/Rules/List', {});
  const [read, setRead] = useState(list.data);
  if (read === undefined && list.data !== undefined) setRead(list.data);
  return read;
}
