/** Picking/Undo: undoes the last pick, or the last report of missing bottles. */
import { definePickingOperation } from '../picking-operation.ts';

export const pickingUndoOperation = definePickingOperation({
  path: '/api/Picking/Undo',
  summary: 'Undo the last pick or the last report of missing bottles',
  description:
    'Undoes the last pick or the last report of missing bottles, whichever came last. The person puts picked units back into their bin; a bin that was reported empty is as it was before, without what others have put into bins since or what is no longer in stock. A pick of a task that is done and a report whose units have left the stock are not undone: `Verdict` is `wrong`. The reply is the whole task. A `ScanId` counts once.',
  fields: {},
  requestExample: {},
  errors: {
    400: 'Session is not one, ScanId is not a UUID, or it is the id of another step: only the last step can be undone.',
  },
  action: () => ({ kind: 'undo' }),
});
