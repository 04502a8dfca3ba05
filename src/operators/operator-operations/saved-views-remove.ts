/** SavedViews/Remove: removes a saved view. */
import Type from 'typebox';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { valueOrThrowAppError } from '../operator-fields.ts';
import { savedViewExample } from '../saved-view-fields.ts';
import { removeSavedView } from '../saved-views.ts';

export const savedViewsRemoveOperation = defineOperatorCommand({
  path: '/api/SavedViews/Remove',
  summary: 'Remove a saved view',
  description:
    "Removes a view of the operator, or a shared one, which needs lead or admin and is recorded in the audit. Another operator's own view is 404.",
  roles: operatorRoles,
  request: Type.Object({ ViewId: Type.String({ description: 'The view, from `SavedViews/List`.', format: 'uuid' }) }),
  requestExample: { ViewId: savedViewExample.ViewId },
  reply: { description: 'The view is removed.', schema: Type.Object({}), example: {} },
  errors: { 400: 'A field is not valid.', 403: 'A shared view needs lead or admin.', 404: 'There is no such view.' },
  execute: async ({ environment: { db }, session, context, request }) => {
    const removed = await removeSavedView(db, session, request.ViewId, context);
    if (removed === undefined) throw notFoundError('There is no such saved view.');
    valueOrThrowAppError(removed);
    return {};
  },
});
