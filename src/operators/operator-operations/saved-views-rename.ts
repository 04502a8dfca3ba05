/** SavedViews/Rename: gives a saved view another name. */
import Type from 'typebox';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { valueOrThrowAppError } from '../operator-fields.ts';
import { SavedViewRecord, savedViewExample, savedViewNameField, savedViewRecord } from '../saved-view-fields.ts';
import { renameSavedView } from '../saved-views.ts';

export const savedViewsRenameOperation = defineOperatorCommand({
  path: '/api/SavedViews/Rename',
  summary: 'Rename a saved view',
  description:
    "Renames a view of the operator, or a shared one, which needs lead or admin and is recorded in the audit. Another operator's own view is 404.",
  roles: operatorRoles,
  request: Type.Object({
    ViewId: Type.String({ description: 'The view, from `SavedViews/List`.', format: 'uuid' }),
    Name: savedViewNameField,
  }),
  requestExample: { ViewId: savedViewExample.ViewId, Name: savedViewExample.Name },
  reply: { description: 'The view has the name.', schema: SavedViewRecord, example: savedViewExample },
  errors: {
    400: 'A field is not valid, or another view of the page has the name.',
    403: 'A shared view needs lead or admin.',
    404: 'There is no such view.',
  },
  check: ({ Name: name }) => (name.trim() === '' ? [{ field: 'Name', code: 'Required', message: 'is required' }] : []),
  execute: async ({ environment: { db }, session, context, request }) => {
    const { ViewId: viewId, Name: name } = request;
    const renamed = await renameSavedView(db, session, { viewId, name: name.trim() }, context);
    if (renamed === undefined) throw notFoundError('There is no such saved view: it was removed.');
    return savedViewRecord(valueOrThrowAppError(renamed));
  },
});
